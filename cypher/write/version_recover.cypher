// Purpose: end a publish that its writer did not live to end: once its lease has run out, an odd version becomes even.
//   The lock property is written before the condition is read, so that a writer that still commits is waited for.
// Parameters: $project (name).
// Columns: version (after the repair).
// Bound: one row; none for an unknown project.
MATCH (p:Project {name: $project})
SET p.lease_lock = timestamp()
WITH p, coalesce(p.lease_until, 0) < timestamp() AS abandoned
SET p.version = CASE WHEN abandoned AND p.version % 2 = 1 THEN p.version + 1 ELSE p.version END
RETURN p.version AS version
