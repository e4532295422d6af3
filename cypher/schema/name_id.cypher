// Purpose: one Name an id in each published copy of a project.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_name_id IF NOT EXISTS FOR (n:Name) REQUIRE (n.graph, n.id) IS UNIQUE
