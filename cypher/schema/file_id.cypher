// Purpose: one File an id in each published copy of a project.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_file_id IF NOT EXISTS FOR (n:File) REQUIRE (n.graph, n.id) IS UNIQUE
