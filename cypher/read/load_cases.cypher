// Purpose: how many parameter sets of each test were seen so far.
// Parameters: $graph (key of the copy).
// Columns: id (of the test), cases.
// Bound: one row a test with a number.
MATCH (t:Test) WHERE t.graph = $graph AND t.id IS NOT NULL AND t.cases IS NOT NULL
RETURN t.id AS id, t.cases AS cases
