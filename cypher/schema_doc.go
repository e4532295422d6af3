package cypher

import (
	"fmt"
	"strings"

	"assay/internal/graph"
)

// Document writes the schema as docs/schema.md.
func (s Schema) Document() string {
	var b strings.Builder
	b.WriteString(documentHead)
	for _, n := range s.Nodes {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n| property | type | meaning |\n|---|---|---|\n", n.Label, n.Meaning)
		if n.Scope == "project" {
			b.WriteString("| graph, id | text | key of the copy; identifier in it, unique with it |\n")
		}
		if n.Scope == "all" {
			b.WriteString("| id | text | unique in the database |\n")
		}
		for _, p := range n.Properties {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", p.Name, p.Type, p.Meaning)
		}
	}
	b.WriteString("\n## Edges\n\n| type | from | to | meaning | properties beside evidence, how, candidates |\n|---|---|---|---|---|\n")
	for _, e := range s.Edges {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", e.Type, labelList(e.From), labelList(e.To), e.Meaning, strings.Join(e.Properties, ", "))
	}
	b.WriteString("\n| property | type | meaning |\n|---|---|---|\n")
	for _, p := range s.EdgeProperties {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", p.Name, p.Type, p.Meaning)
	}
	b.WriteString(documentEvidence)
	for _, e := range graph.AllEvidence {
		fmt.Fprintf(&b, "| %s | %s | %.2f | %.2f | %.2f |\n", e, evidenceMeaning[e], e.Confidence(1), e.Confidence(2), e.Confidence(5))
	}
	b.WriteString(documentWeights)
	for _, w := range graph.Weights() {
		fmt.Fprintf(&b, "| %s | %.1f | %s | %.0f %% |\n", w.Type, w.Weight, w.Reason, 100*graph.Exact.Confidence(1)*w.Weight)
	}
	b.WriteString(documentTail)
	return b.String()
}

func labelList(labels []graph.Label) string {
	names := make([]string, len(labels))
	for i, label := range labels {
		names[i] = string(label)
	}
	return strings.Join(names, ", ")
}

var evidenceMeaning = map[graph.Evidence]string{
	graph.Observed: "seen while a program ran",
	graph.Exact:    "the language's own rules give one target",
	graph.Inferred: "types or framework rules narrow the target to a set",
	graph.Guess:    "a hint, never more",
}

const documentHead = `# The graph

<!-- Generated from cypher/schema.go by go test ./cypher -run TestSchemaDocument -update. Do not edit. -->

Every node of a loaded repository has a ` + "`graph`" + `, the key of the published copy of its project, and an ` + "`id`" + ` that is unique
with it. Absent values, empty texts and empty lists are not stored: read them with coalesce().

## Identifiers

| node | id |
|---|---|
| File | its path |
| Symbol | ` + "`path::qualified_name`" + `, with ` + "`#class` or `#variable`" + ` behind it for these kinds, and ` + "`~2`, `~3`" + ` for redefinitions |
| Test | ` + "`path::runner name#test`" + ` |
| Package, Name | ` + "`name#package`, `name#name`" + ` |
| External | ` + "`ecosystem:qualified_name#external`" + ` |

No identifier holds a line number. One of more than 512 bytes is cut to its first 400, followed by ` + "`…`" + ` and the SHA-256 of the
whole.

## Nodes
`

const documentEvidence = `
Edges of loads carry ` + "`fp`" + ` as nodes do, a fingerprint by which loads find what changed. There is one edge for each source, type, target and
evidence. An edge without ` + "`evidence`" + ` is a note of somebody else: loads leave it alone.

## Evidence and confidence

The confidence of an edge is derived from its evidence and the size of the set of candidates.

| evidence | meaning | confidence of 1 candidate | of 2 | of 5 |
|---|---|---|---|---|
`

const documentWeights = `
Replies that list uses (callers, callees, impact) multiply it by the weight of the edge's type, and along a chain take the weakest
edge's. A test that was seen executing has 1.00; one that only the text leads to has 0.70 by exact edges and 0.40 by others, since a
test may call without reaching.

| type | weight | because what the edge leads to | confidence of an exact one |
|---|---|---|---|
`

const documentTail = `
A trace never turns a static edge into an observed one or back: both stand side by side.

## Queries of your own

Begin with the Project and take ` + "`graph`" + ` from it; an edge never leaves its copy but to External nodes.

` + "```cypher" + `
MATCH (p:Project {name: 'shop'})
MATCH (f:Function {graph: p.graph})<-[c:CALLS]-(caller)
RETURN f.qualified_name, count(c) AS calls ORDER BY calls DESC LIMIT 20
` + "```" + `

A load publishes while others read, and Neo4j shows parts of a commit that is under way. Where a result must be from one version,
read the version first and last, through two variables, in one statement that returns one row, and repeat it until both are the
same even number:

` + "```cypher" + `
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  MATCH (f:Function {graph: p.graph, name: $name})<-[:CALLS]-(caller)
  RETURN collect(caller.qualified_name) AS callers
}
WITH version_before, callers
MATCH (q:Project {name: $project})
RETURN version_before, callers, q.version AS version_after
` + "```" + `
`
