// Purpose: one Package an id in each published copy of a project.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_package_id IF NOT EXISTS FOR (n:Package) REQUIRE (n.graph, n.id) IS UNIQUE
