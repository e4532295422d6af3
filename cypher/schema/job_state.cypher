// Purpose: jobs that wait or run, among many that have ended.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE INDEX assay_job_state IF NOT EXISTS FOR (n:Job) ON (n.state)
