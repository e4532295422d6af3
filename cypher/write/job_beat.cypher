// Purpose: keep the lease of a running job and tell how far it is.
// Parameters: $id, $owner, $ttl (ms), $phase, $done, $total, $rate (a second), $lines (new lines of its log), $keep (number
//   of lines that are kept).
// Columns: cancel (somebody wants it cancelled).
// Bound: one row; none when the job is no longer the owner's.
MATCH (j:Job {id: $id})
SET j.lease_lock = $owner
WITH j WHERE j.state = 'running' AND j.lease_owner = $owner
SET j.lease_until = timestamp() + $ttl, j.phase = $phase, j.done = $done, j.total = $total, j.rate = $rate,
  j.log = (coalesce(j.log, []) + [line IN $lines | toString(timestamp()) + ' ' + line])[-$keep..]
RETURN coalesce(j.cancel, false) AS cancel
