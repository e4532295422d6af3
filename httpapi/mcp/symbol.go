package mcp

import (
	"context"

	"assay/queries"
)

// symbolInput is what every question about one symbol takes.
type symbolInput struct {
	Symbol  string `json:"symbol" jsonschema:"a name, Class.method, path::Class.method, module.name or path:line"`
	Project string `json:"project,omitempty" jsonschema:"name of a loaded project; may be left out when one is loaded, or when the server runs inside of it"`
}

func addFindSymbol(t *tools) {
	add(t, tool{
		name: "find_symbol", title: "Find a definition",
		about: "Resolve a name to one definition: where it is, its signature and documentation, how many call it and how many tests executed it. Use it first when a name may be ambiguous; an ambiguous or unknown name comes back with candidates.",
	}, func(ctx context.Context, c call, in symbolInput) (*queries.SymbolDetail, error) {
		project, err := c.project(ctx, in.Project)
		if err != nil {
			return nil, err
		}
		return c.Questions.Symbol(ctx, project, in.Symbol)
	}, func(s *summary, d *queries.SymbolDetail) {
		s.line("%s, lines %d to %d", name(d.Symbol), d.StartLine, d.EndLine)
		if d.Signature != "" {
			s.line("%s", d.Signature)
		}
		if d.Doc != "" {
			s.line("%s", d.Doc)
		}
		s.line("%s", d.Numbers())
		s.reasons(d.Reasons)
		s.items(len(d.Members), func(i int) string { return name(d.Members[i]) })
		s.index(d.Index)
	})
}
