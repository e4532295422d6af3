// Purpose: create files of a published copy.
// Parameters: $graph (key of the copy), $rows (lists: number of the row, id, fingerprint, then the properties).
// Columns: row (number of the row), node (the database's own number of the node).
// Bound: the rows given, a few thousand at most.
UNWIND $rows AS r
CREATE (n:File {
  graph: $graph, id: r[1], fp: r[2],
  path: r[3],
  language: r[4],
  sha256: r[5],
  lines: r[6],
  bytes: r[7],
  role: r[8],
  status: r[9],
  reason: r[10],
  diagnostics: r[11],
  text_gz: r[12],
  search_name: r[13],
  search_text: r[14]
})
RETURN r[0] AS row, id(n) AS node
