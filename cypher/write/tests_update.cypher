// Purpose: give tests that stand their new properties; what other writers added to the nodes stays.
// Parameters: $graph (key of the copy), $rows (lists: the database's number of the node, id, fingerprint, then
//   the properties).
// Columns: row, node (both the database's own number of the node).
// Bound: the rows given, a few thousand at most.
UNWIND $rows AS r
MATCH (n:Test) WHERE id(n) = r[0] AND n.graph = $graph AND n.id = r[1]
SET n += {
  fp: r[2],
  runner_id: r[3],
  path: r[4],
  name: r[5],
  framework: r[6],
  line: r[7],
  made: null
}
RETURN r[0] AS row, id(n) AS node
