package queries

import (
	"context"

	"assay/cypher"
	"assay/internal/graph"
)

// Statistics counts a project.
func (r *StoreReader) Statistics(ctx context.Context, project string) (Counts, error) {
	c := Counts{
		Nodes: map[string]int64{}, Edges: map[string]int64{}, Evidence: map[string]int64{}, Files: map[string]int64{},
		Reasons: map[string]int64{},
	}
	snapshot, err := r.consistent(ctx, cypher.ReadStatistics, project, cypher.Params{}, func(row cypher.Row) {
		for _, group := range row.Maps("labels") {
			for _, label := range group.Strings("labels") {
				c.Nodes[label] += group.Int64("count")
			}
		}
		if n := row.Int64("externals"); n > 0 {
			c.Nodes[string(graph.LabelExternal)] = n
		}
		for _, group := range row.Maps("edges") {
			c.Edges[group.String("type")] += group.Int64("count")
			if evidence := group.StringOr("evidence", ""); evidence != "" {
				c.Evidence[evidence] += group.Int64("count")
			}
		}
		for _, group := range row.Maps("files") {
			c.Files[group.StringOr("status", "")] += group.Int64("count")
		}
		for _, group := range row.Maps("reasons") {
			c.Reasons[group.String("reason")] += group.Int64("sites")
			c.Unresolved += group.Int64("sites")
		}
	})
	c.Snapshot = snapshot
	return c, err
}

// Nodes gives a page of nodes.
func (r *StoreReader) Nodes(ctx context.Context, project string, page ExportPage) (ExportNodes, error) {
	var found ExportNodes
	snapshot, err := r.consistent(ctx, cypher.ReadExportNodes, project, page.params(), func(row cypher.Row) {
		for _, node := range row.Maps("nodes") {
			found.Nodes = append(found.Nodes, ExportNode{
				Labels: node.Strings("labels"), ID: node.String("id"), Props: node.Map("props").Fields(),
			})
		}
	})
	if len(found.Nodes) == page.Limit {
		found.Last = found.Nodes[page.Limit-1].ID
	}
	found.Snapshot = snapshot
	return found, err
}

// Edges gives the edges that leave a page of nodes.
func (r *StoreReader) Edges(ctx context.Context, project string, page ExportPage) (ExportEdges, error) {
	var found ExportEdges
	snapshot, err := r.consistent(ctx, cypher.ReadExportEdges, project, page.params(), func(row cypher.Row) {
		found.Last = row.StringOr("last", "")
		for _, edge := range row.Maps("edges") {
			found.Edges = append(found.Edges, ExportEdge{
				Type: edge.String("type"), From: edge.String("from"), To: edge.String("to"), Props: edge.Map("props").Fields(),
			})
		}
	})
	found.Snapshot = snapshot
	return found, err
}

func (p ExportPage) params() cypher.Params {
	return cypher.Params{"group": p.Group, "after": p.After, "limit": p.Limit}
}
