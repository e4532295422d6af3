// Purpose: one Symbol an id in each published copy of a project.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_symbol_id IF NOT EXISTS FOR (n:Symbol) REQUIRE (n.graph, n.id) IS UNIQUE
