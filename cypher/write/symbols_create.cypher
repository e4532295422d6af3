// Purpose: create symbols of a published copy.
// Parameters: $graph (key of the copy), $labels (carried beside Symbol), $rows (lists: number of the row, id, fingerprint, then the properties).
// Columns: row (number of the row), node (the database's own number of the node).
// Bound: the rows given, a few thousand at most.
UNWIND $rows AS r
CREATE (n:Symbol:$($labels) {
  graph: $graph, id: r[1], fp: r[2],
  path: r[3],
  name: r[4],
  qualified_name: r[5],
  kind: r[6],
  role: r[7],
  language: r[8],
  signature: r[9],
  doc: r[10],
  start_line: r[11],
  end_line: r[12],
  name_line: r[13],
  exported: r[14],
  annotations: r[15],
  search_name: r[16],
  search_text: r[17],
  fixture_name: r[18],
  scope: r[19],
  autouse: r[20]
})
RETURN r[0] AS row, id(n) AS node
