// Purpose: begin to publish: readers wait while the version is odd. The first version goes on behind those of deleted
//   projects.
// Parameters: $project (name), $owner (of the lease), $version (the even version that stands).
// Columns: version (odd).
// Bound: one row; none when the lease or the version is no longer the owner's.
MATCH (p:Project {name: $project})
SET p.lease_lock = $owner
WITH p WHERE p.lease_owner = $owner AND p.version = $version
SET p.version = CASE WHEN $version = 0 THEN coalesce(p.version_floor, 0) ELSE $version END + 1
RETURN p.version AS version
