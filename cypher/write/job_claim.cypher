// Purpose: take the job that waits longest, of those that this worker may take and whose project has no running one. The
//   queue's lock is written before the condition is read: a project never gets two running jobs. The job's own lock is
//   written before its state is read again, since jobs are cancelled without the queue's lock.
// Parameters: $owner (unique to the taker), $ttl (ms), $host, $kinds, $prefixes (roots that may be taken, each ending in
//   a slash).
// Columns: id.
// Bound: one row; none when there is nothing to take.
MERGE (q:JobQueue {name: 'jobs'})
SET q.lock = $owner
WITH q
MATCH (j:Job {state: 'queued'})
WHERE j.host = $host AND j.kind IN $kinds AND j.available_at <= timestamp()
  AND any(prefix IN $prefixes WHERE j.root + '/' STARTS WITH prefix)
  AND NOT EXISTS { MATCH (other:Job {project: j.project}) WHERE other.state = 'running' }
WITH j ORDER BY j.queued_at, j.id LIMIT 1
SET j.lease_lock = $owner
WITH j.id AS id
MATCH (k:Job {id: id}) WHERE k.state = 'queued'
SET k.state = 'running', k.attempt = k.attempt + 1, k.started_at = timestamp(), k.lease_owner = $owner,
  k.lease_until = timestamp() + $ttl
REMOVE k.phase, k.done, k.total, k.rate, k.cancel, k.error_kind, k.error_message, k.error_fixes
RETURN k.id AS id
