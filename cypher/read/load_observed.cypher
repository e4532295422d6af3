// Purpose: what tests were observed to execute so far.
// Parameters: $graph (key of the copy), $tests (identifiers).
// Columns: test, edges (list of the database's own numbers), fps (list of fingerprints), runs (list of ordinals).
// Bound: one row a test given.
UNWIND $tests AS test
MATCH (:Test {graph: $graph, id: test})-[r]->() WHERE r.evidence = 'observed'
WITH test, collect(id(r)) AS edges, collect(coalesce(r.fp, 0)) AS fps, collect(coalesce(r.run, 0)) AS runs
RETURN test, edges, fps, runs
