// Purpose: end the attempts of workers that died: their jobs go back into the queue, fail after the last attempt, or are
//   cancelled where somebody wanted that.
// Parameters: $owner (of who does it, for the lock), $dead (owners known to be gone), $line (for the log), $message (the
//   error after the last attempt), $fix, $keep (lines of the log), $limit.
// Columns: id, holder (whose attempt ended), state (what the job is now).
// Bound: $limit rows.
MATCH (j:Job {state: 'running'}) WHERE j.lease_until < timestamp() OR j.lease_owner IN $dead
WITH j ORDER BY j.id LIMIT $limit
SET j.lease_lock = $owner
WITH j.id AS id
MATCH (k:Job {id: id}) WHERE k.state = 'running' AND (k.lease_until < timestamp() OR k.lease_owner IN $dead)
WITH k, k.lease_owner AS holder, CASE
  WHEN coalesce(k.cancel, false) THEN 'cancelled'
  WHEN k.attempt >= k.max_attempts THEN 'failed'
  ELSE 'queued' END AS state
SET k.state = state, k.queued_at = timestamp(), k.available_at = timestamp(),
  k.finished_at = CASE WHEN state = 'queued' THEN null ELSE timestamp() END,
  k.error_kind = CASE WHEN state = 'failed' THEN 'unavailable' ELSE null END,
  k.error_message = CASE WHEN state = 'failed' THEN $message ELSE null END,
  k.error_fixes = CASE WHEN state = 'failed' THEN [$fix] ELSE null END,
  k.log = (coalesce(k.log, []) + [toString(timestamp()) + ' ' + $line])[-$keep..]
REMOVE k.lease_owner, k.lease_until, k.lease_lock, k.cancel
RETURN k.id AS id, holder, state
