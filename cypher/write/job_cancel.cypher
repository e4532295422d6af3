// Purpose: cancel a job: at once while it waits, by a flag that its worker sees while it runs.
// Parameters: $id.
// Columns: state (of before).
// Bound: one row; none for an unknown job.
MATCH (j:Job {id: $id})
SET j.lease_lock = $id
WITH j, j.state AS state
SET j.state = CASE WHEN state = 'queued' THEN 'cancelled' ELSE state END,
  j.finished_at = CASE WHEN state = 'queued' THEN timestamp() ELSE j.finished_at END,
  j.cancel = CASE WHEN state = 'running' THEN true ELSE null END
RETURN state
