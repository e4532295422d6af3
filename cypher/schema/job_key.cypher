// Purpose: jobs that ask for the same.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE INDEX assay_job_key IF NOT EXISTS FOR (n:Job) ON (n.key)
