// Purpose: one JobQueue, whose lock makes those who claim, add and retry jobs take turns.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_job_queue IF NOT EXISTS FOR (n:JobQueue) REQUIRE n.name IS UNIQUE
