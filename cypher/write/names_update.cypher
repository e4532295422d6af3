// Purpose: give unresolved names that stand their new properties; what other writers added to the nodes stays.
// Parameters: $graph (key of the copy), $rows (lists: the database's number of the node, id, fingerprint, then
//   the properties).
// Columns: row, node (both the database's own number of the node).
// Bound: the rows given, a few thousand at most.
UNWIND $rows AS r
MATCH (n:Name) WHERE id(n) = r[0] AND n.graph = $graph AND n.id = r[1]
SET n += {
  fp: r[2],
  name: r[3]
}
RETURN r[0] AS row, id(n) AS node
