// Purpose: end an attempt: the job succeeded, failed, was cancelled, or goes back into the queue. One that should go back
//   while somebody wants it cancelled is cancelled.
// Parameters: $id, $owner, $state, $undo (1 when the attempt does not count, else 0), $wait (ms until it may be taken
//   again), $report (JSON or null), $error_kind, $error_message, $error_fixes (null without an error), $lines, $keep.
// Columns: state.
// Bound: one row; none when the job is no longer the owner's.
MATCH (j:Job {id: $id})
SET j.lease_lock = $owner
WITH j WHERE j.state = 'running' AND j.lease_owner = $owner
WITH j, CASE WHEN $state = 'queued' AND coalesce(j.cancel, false) THEN 'cancelled' ELSE $state END AS state
SET j.state = state, j.attempt = j.attempt - $undo, j.report = $report,
  j.error_kind = $error_kind, j.error_message = $error_message, j.error_fixes = $error_fixes,
  j.finished_at = CASE WHEN state = 'queued' THEN null ELSE timestamp() END,
  j.queued_at = CASE WHEN state = 'queued' THEN timestamp() ELSE j.queued_at END,
  j.available_at = timestamp() + $wait,
  j.log = (coalesce(j.log, []) + [line IN $lines | toString(timestamp()) + ' ' + line])[-$keep..]
REMOVE j.lease_owner, j.lease_until, j.lease_lock, j.cancel
RETURN state
