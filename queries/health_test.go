package queries_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/cypher/cyphertest"
	"assay/internal/fault"
	"assay/internal/neo4jtest"
	"assay/queries"
)

// TestHealth writes over Bolt what analysts and careless people write, one after the other, and wants each to be told and
// nothing else, and a load to put right what was read from the source.
func TestHealth(t *testing.T) {
	b, address := newNeo4jBed(t), neo4jtest.Shared(t)
	project := b.load(shop)
	inspector := queries.NewInspector(cyphertest.Open(t, address))
	health := func() *queries.ProjectHealth {
		t.Helper()
		found, err := inspector.Health(t.Context(), project)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := health(); found.Status != queries.HealthClean || len(found.Differences) != 0 || len(found.Reasons) != 0 {
		t.Fatalf("at first: %+v", found)
	}
	const in = "MATCH (p:Project {name: $project}) WITH p.graph AS g "
	var want []queries.Difference
	for _, step := range []struct {
		statement string
		more      queries.Difference
	}{
		{in + "MATCH (:Symbol {graph: g})-[e:CALLS]->() WITH e LIMIT 1 DELETE e", queries.Difference{What: "edge", Name: "CALLS", Evidence: "read"}},
		{in + "MATCH (a:Symbol {graph: g}) WITH a LIMIT 1 CREATE (a)-[:CALLS]->(a)", queries.Difference{What: "edge", Name: "CALLS", Evidence: "none"}},
		{in + "MATCH (a:File {graph: g}) WITH a LIMIT 1 CREATE (a)-[:REVIEWED_BY {evidence: 'guess'}]->(a)", queries.Difference{What: "edge", Name: "REVIEWED_BY", Evidence: "read"}},
		{in + "MATCH (:Test {graph: g})-[e:TESTS {evidence: 'observed'}]->() WITH e LIMIT 1 DELETE e", queries.Difference{What: "edge", Name: "TESTS", Evidence: "observed"}},
		{in + "MATCH (a:Symbol {graph: g}) WITH a LIMIT 1 SET a:Reviewed", queries.Difference{What: "label", Name: "Reviewed"}},
		{in + "CREATE (:Name {graph: g, id: 'x#name', name: 'x'})", queries.Difference{What: "label", Name: "Name"}},
	} {
		cyphertest.Run(t, address, step.statement, map[string]any{"project": project})
		found := health()
		want = append(want, step.more)
		got := map[queries.Difference]int64{}
		for _, d := range found.Differences {
			key := d
			key.Expected, key.Found = 0, 0
			got[key] = d.Found - d.Expected
		}
		if found.Status != queries.HealthChanged || len(got) != len(want) {
			t.Fatalf("%s: %+v", step.statement, found)
		}
		for _, d := range want {
			if got[d] != 1 && got[d] != -1 {
				t.Errorf("%s: %+v differs by %d", step.statement, d, got[d])
			}
		}
	}
	b.put(project, build(t, shop))
	left := []string{}
	for _, d := range health().Differences {
		left = append(left, d.Name+" "+d.Evidence)
	}
	if diff := cmp.Diff([]string{"Reviewed ", "CALLS none"}, left); diff != "" {
		t.Errorf("after a load:\n%s", diff)
	}
	if _, err := inspector.Health(t.Context(), "no-such-project"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown project: %v", err)
	}
}
