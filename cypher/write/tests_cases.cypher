// Purpose: note how many parameter sets of tests were seen.
// Parameters: $graph (key of the copy), $rows (lists: the database's own number of the test, cases).
// Columns: none.
// Bound: the rows given.
UNWIND $rows AS r
MATCH (n:Test) WHERE id(n) = r[0] AND n.graph = $graph
SET n.cases = r[1]
