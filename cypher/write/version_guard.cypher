// Purpose: inside of the change's own transaction: hold the Project node until the commit, if the lease and the odd
//   version are still the owner's. Nobody can take the lease, and so make the version even, before the commit ends.
// Parameters: $project (name), $owner (of the lease), $version (odd).
// Columns: version.
// Bound: one row; none when the lease or the version is no longer the owner's.
MATCH (p:Project {name: $project})
SET p.lease_lock = $owner
WITH p WHERE p.lease_owner = $owner AND p.version = $version
RETURN p.version AS version
