// Purpose: one Job an id.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_job_id IF NOT EXISTS FOR (n:Job) REQUIRE n.id IS UNIQUE
