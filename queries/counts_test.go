package queries_test

import (
	"testing"

	"assay/cypher/cyphertest"
	"assay/internal/graph"
	"assay/internal/neo4jtest"
	"assay/queries"
)

// What a load counted is what the statistics count: one number everywhere.
func TestCountsAgree(t *testing.T) {
	store := cyphertest.Open(t, neo4jtest.Shared(t))
	service := queries.New(queries.NewStoreReader(store)).WithHeads(noHeads{})
	name := neo4jtest.Project(t)
	static, _ := apart(build(t, shop))
	static.Packages = []graph.Package{{Name: "shop", Path: "shop"}}
	static.Edges = append(static.Edges, graph.Edge{From: graph.PackageID("shop"), To: "shop/pay.py", Type: graph.EdgeContains, Evidence: graph.Exact, Candidates: 1})
	putNeo4j(t, store, name, static)
	projects, err := service.Projects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	statistics, err := service.Statistics(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range projects.Items {
		if p.Name != name {
			continue
		}
		sum := int64(0)
		for kind, n := range statistics.Edges {
			sum += n
			if n != p.Counts[kind] {
				t.Errorf("%s: %d in the statistics, %d counted by the load", kind, n, p.Counts[kind])
			}
		}
		if sum != p.Counts["edges"] || statistics.Edges[string(graph.EdgeContains)] != 5 {
			t.Errorf("edges: %d in the statistics (%v), %d counted by the load", sum, statistics.Edges, p.Counts["edges"])
		}
		return
	}
	t.Fatal("the project is not listed")
}
