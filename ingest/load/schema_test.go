package load_test

import (
	"slices"
	"strings"
	"testing"

	"assay/cypher"
	"assay/internal/graph"
)

// What loads write is what docs/schema.md describes: labels, properties, and the labels that edges connect.
func TestSchemaDescribesWhatIsWritten(t *testing.T) {
	b := newBench(t)
	g := small(1)
	g.Symbols[1].Fixture = &graph.FixtureInfo{Name: "db", Scope: "session", Autouse: true}
	g.Files[0].Reason, g.Files[0].Diagnostics = "syntax error", []string{"1: here"}
	b.apply(g)
	r := run("r1", g.Tests[0].ID)
	r.Cases = map[string]int{g.Tests[0].ID: 2}
	b.add(r, executes(g.Tests[0], g.Symbols[1], 3))
	schema := cypher.Describe()
	for _, row := range b.run(`MATCH (p:Project {name: $p}) MATCH (n {graph: p.graph}) RETURN DISTINCT labels(n) AS labels, keys(n) AS keys`,
		map[string]any{"p": b.project}) {
		for _, key := range row["keys"].([]any) {
			if !describesNode(schema, sorted(row["labels"]), key.(string)) {
				t.Errorf("%v has the property %s, which the schema does not describe", row["labels"], key)
			}
		}
	}
	for _, row := range b.run(`MATCH (p:Project {name: $p}) MATCH (n {graph: p.graph})-[e]->(m)
		RETURN DISTINCT labels(n) AS from, type(e) AS type, labels(m) AS to, keys(e) AS keys`, map[string]any{"p": b.project}) {
		if problem := describeEdge(schema, row); problem != "" {
			t.Errorf("%v-%v->%v: %s", row["from"], row["type"], row["to"], problem)
		}
	}
}

func describesNode(schema cypher.Schema, labels []string, key string) bool {
	if slices.Contains([]string{"graph", "id", "fp"}, key) || strings.HasPrefix(key, "lease_") || key == "stale_graphs" || key == "version_floor" {
		return true
	}
	for _, n := range schema.Nodes {
		for _, p := range n.Properties {
			if slices.Contains(labels, string(n.Label)) && slices.Contains(strings.Split(p.Name, ", "), key) {
				return true
			}
		}
	}
	return false
}

// describeEdge tells what the schema lacks of a kind of edge, or nothing.
func describeEdge(schema cypher.Schema, row map[string]any) string {
	holds := func(labels []graph.Label, found any) bool {
		return slices.ContainsFunc(labels, func(l graph.Label) bool { return slices.Contains(sorted(found), string(l)) })
	}
	for _, e := range schema.Edges {
		if string(e.Type) != row["type"] {
			continue
		}
		if !holds(e.From, row["from"]) || !holds(e.To, row["to"]) {
			return "connects other labels"
		}
		for _, key := range row["keys"].([]any) {
			if common := []string{"evidence", "how", "candidates", "fp"}; !slices.Contains(common, key.(string)) && !slices.Contains(e.Properties, key.(string)) {
				return "has the property " + key.(string)
			}
		}
		return ""
	}
	return "is of no known type"
}
