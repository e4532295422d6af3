// Purpose: the node of a run of tests.
// Parameters: $graph (key of the copy), $id, $ordinal, $source (what observed), $commit (or null), $created_at (epoch
//   ms), $tests (how many ran).
// Columns: node (the database's own number of the node).
// Bound: one row.
MERGE (r:Run {graph: $graph, id: $id})
SET r += {ordinal: $ordinal, source: $source, commit: $commit, created_at: $created_at, tests: $tests}
RETURN id(r) AS node
