// Purpose: carry what runs said of tests from one copy of a project to another.
// Parameters: $from and $graph (keys of the copies).
// Columns: none.
// Bound: the tests of one project.
MATCH (t:Test) WHERE t.graph = $from AND t.id IS NOT NULL AND t.cases IS NOT NULL
MATCH (c:Test {graph: $graph, id: t.id})
SET c.cases = t.cases
