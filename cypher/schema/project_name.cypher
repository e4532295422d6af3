// Purpose: one Project a name; the seek by which every question starts.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_project_name IF NOT EXISTS FOR (n:Project) REQUIRE n.name IS UNIQUE
