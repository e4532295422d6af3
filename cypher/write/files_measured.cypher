// Purpose: note at files what a run of tests measured.
// Parameters: $graph (key of the copy), $run (its ordinal), $rows (lists: the database's own number of the file, its
//   hash, the hashes of its functions, and the ordinals of the runs since which each stands).
// Columns: none.
// Bound: the rows given.
UNWIND $rows AS r
MATCH (f:File) WHERE id(f) = r[0] AND f.graph = $graph
SET f.measured_run = $run, f.measured_sha256 = r[1], f.measured_functions = r[2], f.measured_since = r[3]
