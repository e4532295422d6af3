// Purpose: keep a lease.
// Parameters: $project (name), $owner, $ttl (ms).
// Columns: until (epoch ms), version.
// Bound: one row; none when the lease is no longer the owner's.
MATCH (p:Project {name: $project})
SET p.lease_lock = $owner
WITH p WHERE p.lease_owner = $owner
SET p.lease_until = timestamp() + $ttl
RETURN p.lease_until AS until, p.version AS version
