// Purpose: how many tests of a copy executed anything when they ran.
// Parameters: $graph (key of the copy).
// Columns: ran.
// Bound: one row; the tests of the copy are read.
MATCH (t:Test) WHERE t.graph = $graph AND t.id IS NOT NULL AND EXISTS { (t)-[:TESTS]->() }
RETURN count(t) AS ran
