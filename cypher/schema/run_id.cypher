// Purpose: one Run an id in each published copy of a project.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_run_id IF NOT EXISTS FOR (n:Run) REQUIRE (n.graph, n.id) IS UNIQUE
