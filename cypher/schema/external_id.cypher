// Purpose: one External an id, shared by all projects.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_external_id IF NOT EXISTS FOR (n:External) REQUIRE n.id IS UNIQUE
