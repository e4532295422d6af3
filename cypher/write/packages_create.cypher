// Purpose: create packages of a published copy.
// Parameters: $graph (key of the copy), $rows (lists: number of the row, id, fingerprint, then the properties).
// Columns: row (number of the row), node (the database's own number of the node).
// Bound: the rows given, a few thousand at most.
UNWIND $rows AS r
CREATE (n:Package {
  graph: $graph, id: r[1], fp: r[2],
  name: r[3],
  path: r[4]
})
RETURN r[0] AS row, id(n) AS node
