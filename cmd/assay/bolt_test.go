//go:build cgo

package main

import (
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// TestEdgesOverBolt adds an edge and removes another with plain Cypher, as an analyst would, and wants the command line
// and the API to show both: what they answer is the graph and nothing beside it.
func TestEdgesOverBolt(t *testing.T) {
	s := newService(t)
	before := s.callers("price")
	if !strings.Contains(before, `"qualified_name":"total"`) || strings.Contains(before, `"qualified_name":"B.same"`) {
		t.Fatalf("callers of price at first: %s", before)
	}
	s.bolt("MATCH (p:Project {name: $project}) WITH p.graph AS g "+
		"MATCH (:Symbol {graph: g, qualified_name: 'total'})-[r:CALLS]->(:Symbol {graph: g, qualified_name: 'price'}) DELETE r", 1)
	s.bolt("MATCH (p:Project {name: $project}) WITH p.graph AS g "+
		"MATCH (a:Symbol {graph: g, qualified_name: 'B.same'}), (b:Symbol {graph: g, qualified_name: 'price'}) "+
		"CREATE (a)-[:CALLS {evidence: 'exact', how: 'analyst', lines: [3], candidates: 1, dispatch: 'direct'}]->(b)", 1)
	after := s.callers("price")
	if strings.Contains(after, `"qualified_name":"total"`) || !strings.Contains(after, `"qualified_name":"B.same"`) {
		t.Errorf("callers of price afterwards: %s", after)
	}
}

// callers asks the command line and the API, which must agree.
func (s *service) callers(symbol string) string {
	s.t.Helper()
	code, printed, stderr := s.cli("callers", symbol, "--json")
	status, body := s.get("/callers?symbol="+symbol, "")
	if code != 0 || status != 200 || !strings.EqualFold(strings.Split(printed, `"index"`)[0], strings.Split(body, `"index"`)[0]) {
		s.t.Fatalf("callers of %s: exit %d, status %d\n%s%s\n%s", symbol, code, status, printed, stderr, body)
	}
	return body
}

// bolt runs a statement that changes so many relationships.
func (s *service) bolt(statement string, changes int) {
	s.t.Helper()
	auth := neo4j.NoAuth()
	if s.env["NEO4J_PASSWORD"] != "" {
		auth = neo4j.BasicAuth(s.env["NEO4J_USERNAME"], s.env["NEO4J_PASSWORD"], "")
	}
	driver, err := neo4j.NewDriverWithContext(s.env["NEO4J_URI"], auth)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = driver.Close(s.t.Context()) }()
	result, err := neo4j.ExecuteQuery(s.t.Context(), driver, statement, map[string]any{"project": s.project}, neo4j.EagerResultTransformer)
	if err != nil {
		s.t.Fatal(err)
	}
	counters := result.Summary.Counters()
	if got := counters.RelationshipsCreated() + counters.RelationshipsDeleted(); got != changes {
		s.t.Fatalf("%s changed %d relationships, want %d", statement, got, changes)
	}
}
