// Purpose: one Test an id in each published copy of a project.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_test_id IF NOT EXISTS FOR (n:Test) REQUIRE (n.graph, n.id) IS UNIQUE
