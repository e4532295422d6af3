package mcp

import (
	"fmt"

	"assay/queries"
)

func addCoveringTests(t *tools) {
	addList(t, tool{
		name: "covering_tests", title: "Tests of it",
		about: "Tests that executed a definition when the tests ran (observed), and those that by the text may execute it. Use it to choose which tests to run after a change, and to see what a function must do.",
	}, Questions.Tests, "tests", func(item queries.TestItem) string {
		return fmt.Sprintf("%s  %s:%d, %s, %.0f %%", item.Test.RunnerID, item.Test.Path, item.Test.Line, item.Source, item.Confidence*100)
	})
}
