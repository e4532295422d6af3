// Purpose: carry the tests that runs made from one copy of a project to another, where their file is there and no load
//   made a test of that name.
// Parameters: $from and $graph (keys of the copies).
// Columns: none.
// Bound: the tests that runs made of one project.
MATCH (t:Test) WHERE t.graph = $from AND t.id IS NOT NULL AND t.made
MATCH (:File {graph: $graph, id: t.path})
WHERE NOT EXISTS { MATCH (:Test {graph: $graph, id: t.id}) }
CREATE (c:Test)
SET c = t {.*, graph: $graph}
