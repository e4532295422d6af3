// Purpose: the jobs of a project.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE INDEX assay_job_project IF NOT EXISTS FOR (n:Job) ON (n.project)
