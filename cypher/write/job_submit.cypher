// Purpose: put a job into the queue, or find the one that waits or runs and asks for the same. The queue's lock is
//   written before the condition is read, so that of two equal requests one makes the job.
// Parameters: $id (of a new job), $key (the same for equal requests), $kind, $project, $root, $host, $options (JSON),
//   $max_attempts.
// Columns: id (of the new job or of the one that was found).
// Bound: one row.
MERGE (q:JobQueue {name: 'jobs'})
SET q.lock = $id
WITH q
OPTIONAL MATCH (old:Job {key: $key})
WHERE old.state IN ['queued', 'running'] AND NOT coalesce(old.cancel, false)
WITH old ORDER BY old.created_at, old.id LIMIT 1
FOREACH (_ IN CASE WHEN old IS NULL THEN [1] ELSE [] END |
  CREATE (:Job {
    id: $id, key: $key, kind: $kind, project: $project, root: $root, host: $host, options: $options, state: 'queued',
    attempt: 0, max_attempts: $max_attempts, created_at: timestamp(), queued_at: timestamp(), available_at: timestamp()
  }))
RETURN coalesce(old.id, $id) AS id
