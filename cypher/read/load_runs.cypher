// Purpose: the runs of tests that were imported into a copy of a project.
// Parameters: $graph (key of the copy).
// Columns: id, ordinal.
// Bound: one row a run.
MATCH (r:Run) WHERE r.graph = $graph AND r.id IS NOT NULL
RETURN r.id AS id, r.ordinal AS ordinal
