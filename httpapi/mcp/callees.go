package mcp

func addCallees(t *tools) {
	addList(t, tool{
		name: "callees", title: "What it uses",
		about: "What a definition calls, mentions or inherits from, with the lines. Use it to understand a function before you read its helpers.",
	}, Questions.Callees, "callees", itemLine)
}
