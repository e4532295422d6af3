// Purpose: create edges of one type inside of a published copy. Nodes are matched by the database's own number, which is
//   three times as cheap as by identifier; the key of the copy proves that a number was not given to another node.
// Parameters: $graph (key of the copy), $type (of the edges), $run (ordinal of the run of tests that observed
//   them, or null), $rows (lists: source, list of edges; an edge is target,
//   fingerprint, then the properties).
// Columns: none; the caller compares the edges created with those sent.
// Bound: the rows given, ten thousand edges at most.
UNWIND $rows AS r
MATCH (s) WHERE id(s) = r[0] AND s.graph = $graph
UNWIND r[1] AS e
MATCH (t) WHERE id(t) = e[0] AND t.graph = $graph
CREATE (s)-[:$($type) {
  fp: e[1],
  evidence: e[2],
  how: e[3],
  lines: e[4],
  candidates: e[5],
  dispatch: e[6],
  reason: e[7],
  alias: e[8],
  phases: e[9],
  run: $run
}]->(t)
