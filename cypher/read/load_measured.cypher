// Purpose: what runs of tests measured of some files so far.
// Parameters: $graph (key of the copy), $files (identifiers).
// Columns: id, run (ordinal of the newest run that measured the file, 0: none), sha256, functions and since (lists of
//   equal length; see File in docs/schema.md).
// Bound: one row a file given.
UNWIND $files AS id
MATCH (f:File {graph: $graph, id: id})
RETURN id, coalesce(f.measured_run, 0) AS run, f.measured_sha256 AS sha256, f.measured_functions AS functions,
  f.measured_since AS since
