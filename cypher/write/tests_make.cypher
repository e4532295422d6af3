// Purpose: create tests that no load of the source knows, because they are made while the runner collects.
// Parameters: $graph (key of the copy), $rows (lists: number of the row, id, null, then the properties as in
//   tests_create).
// Columns: row (number of the row), node (the database's own number of the node).
// Bound: the rows given, a few thousand at most.
UNWIND $rows AS r
CREATE (n:Test {
  graph: $graph, id: r[1], made: true,
  runner_id: r[3],
  path: r[4],
  name: r[5],
  framework: r[6],
  line: r[7]
})
RETURN r[0] AS row, id(n) AS node
