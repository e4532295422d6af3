// Purpose: put a job that failed or was cancelled back into the queue, unless another one asks for the same by now.
// Parameters: $id.
// Columns: state (of before), other (id of a job that waits or runs and asks for the same, or null).
// Bound: one row; none for an unknown job.
MERGE (q:JobQueue {name: 'jobs'})
SET q.lock = $id
WITH q
MATCH (j:Job {id: $id})
SET j.lease_lock = $id
WITH j, j.state AS state
CALL (j) {
  OPTIONAL MATCH (o:Job {key: j.key})
  WHERE o.id <> j.id AND o.state IN ['queued', 'running'] AND NOT coalesce(o.cancel, false)
  RETURN o.id AS other ORDER BY o.created_at LIMIT 1
}
FOREACH (_ IN CASE WHEN state IN ['failed', 'cancelled'] AND other IS NULL THEN [1] ELSE [] END |
  SET j.state = 'queued', j.attempt = 0, j.queued_at = timestamp(), j.available_at = timestamp()
  REMOVE j.started_at, j.finished_at, j.phase, j.done, j.total, j.rate, j.error_kind, j.error_message, j.error_fixes, j.cancel)
RETURN state, other
