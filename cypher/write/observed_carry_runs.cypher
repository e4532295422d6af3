// Purpose: carry the runs of tests from one copy of a project to another.
// Parameters: $from and $graph (keys of the copies).
// Columns: none.
// Bound: the runs of one project.
MATCH (r:Run) WHERE r.graph = $from AND r.id IS NOT NULL
CREATE (c:Run)
SET c = r {.*, graph: $graph}
