// Purpose: create edges of one type from a published copy to symbols outside of it. As External nodes may be deleted by
//   others, the fingerprint proves that a number was not given to another node meanwhile.
// Parameters: $graph (key of the copy), $type (of the edges), $run (ordinal of the run of tests that observed
//   them, or null), $rows (lists: source, list of edges; an edge is target,
//   fingerprint, the properties, fingerprint of the target).
// Columns: none; the caller compares the edges created with those sent.
// Bound: the rows given, ten thousand edges at most.
UNWIND $rows AS r
MATCH (s) WHERE id(s) = r[0] AND s.graph = $graph
UNWIND r[1] AS e
MATCH (t:External) WHERE id(t) = e[0] AND t.fp = e[10]
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
