// Purpose: whether a lease is still the owner's.
// Parameters: $project (name), $owner.
// Columns: held.
// Bound: one row; none when the lease is no longer the owner's.
MATCH (p:Project {name: $project}) WHERE p.lease_owner = $owner
RETURN true AS held
