// Purpose: give a lease back.
// Parameters: $project (name), $owner.
// Columns: version.
// Bound: one row; none when the lease is no longer the owner's.
MATCH (p:Project {name: $project})
SET p.lease_lock = $owner
WITH p WHERE p.lease_owner = $owner
REMOVE p.lease_owner, p.lease_since, p.lease_until, p.lease_lock
RETURN p.version AS version
