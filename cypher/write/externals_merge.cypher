// Purpose: make sure that symbols outside of every project are there; all projects share them, so they are merged.
// Parameters: $rows (lists: number of the row, id, fingerprint, then the properties), sorted by id so that two loads
//   lock in one order.
// Columns: row (number of the row), node (the database's own number of the node).
// Bound: the rows given, a few thousand at most.
UNWIND $rows AS r
MERGE (n:External {id: r[1]})
SET n += {
  fp: r[2],
  ecosystem: r[3],
  package: r[4],
  qualified_name: r[5],
  name: r[6]
}
RETURN r[0] AS row, id(n) AS node
