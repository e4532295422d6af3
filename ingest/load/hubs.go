package load

import (
	"cmp"
	"context"
	"slices"

	"assay/cypher"
	"assay/internal/graph"
)

// hubs are the symbols of a kind of hub by identifier, the greatest first, and the border from which there are any.
type hubs struct {
	ids    []string
	border int
	ran    int // tests that executed anything, of test hubs
}

// callHubs finds the symbols that very many use. Importers of a file use its module.
func (p *plan) callHubs() hubs {
	uses := make([]int, len(p.nodes))
	for _, e := range p.edges {
		switch edge := &p.graph.Edges[e.index]; {
		case p.nodes[e.to].kind == symbols && slices.Contains(graph.UseEdges, edge.Type):
			uses[e.to]++
		case p.nodes[e.to].kind == files && edge.Type == graph.EdgeImports:
			if module, ok := p.position[graph.SymbolID(p.nodes[e.to].id, "<module>", graph.KindModule, 1)]; ok {
				uses[module]++
			}
		}
	}
	found := hubs{border: graph.CallHubBorder(used(uses), p.functions()), ids: []string{}}
	var above []int
	for at, n := range uses {
		if n >= found.border {
			above = append(above, at)
		}
	}
	slices.SortFunc(above, func(a, b int) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(p.nodes[a].id, p.nodes[b].id))
	})
	for _, at := range above[:min(len(above), graph.MaxHubs)] {
		found.ids = append(found.ids, p.nodes[at].id)
	}
	return found
}

// used leaves out what nothing uses.
func used(uses []int) []int {
	return slices.DeleteFunc(slices.Clone(uses), func(n int) bool { return n == 0 })
}

func (p *plan) functions() int {
	n := 0
	for i := range p.graph.Symbols {
		if p.graph.Symbols[i].Kind.Label() == graph.LabelFunction {
			n++
		}
	}
	return n
}

// writeCallHubs notes them on the Project node, in the last part of a publish.
func writeCallHubs(ctx context.Context, tx *cypher.Tx, project string, found hubs) error {
	params := cypher.Params{"project": project, "hubs": found.ids, "border": found.border}
	_, err := tx.Run(ctx, cypher.WriteHubsCalls, params, nil)
	return err
}

// readTestHubs finds the symbols that most tests execute, as the transaction has left them.
func readTestHubs(ctx context.Context, tx *cypher.Tx, key string) (hubs, error) {
	found := hubs{ids: []string{}}
	_, err := tx.Run(ctx, cypher.ReadLoadTestsRan, cypher.Params{"graph": key}, func(row cypher.Row) error {
		found.ran = row.Int("ran")
		return nil
	})
	if err != nil {
		return hubs{}, err
	}
	found.border = graph.TestHubBorder(found.ran)
	params := cypher.Params{"graph": key, "border": found.border, "limit": graph.MaxHubs}
	_, err = tx.Run(ctx, cypher.ReadLoadTestHubs, params, func(row cypher.Row) error {
		found.ids = append(found.ids, row.String("id"))
		return nil
	})
	return found, err
}

// writeTestHubs notes them on the Project node, in the last part of a publish.
func writeTestHubs(ctx context.Context, tx *cypher.Tx, project string, found hubs) error {
	params := cypher.Params{"project": project, "hubs": found.ids, "border": found.border, "ran": found.ran}
	_, err := tx.Run(ctx, cypher.WriteHubsTests, params, nil)
	return err
}
