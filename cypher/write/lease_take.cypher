// Purpose: take the lease of a project, or learn who holds it. The lock property is written before the condition is
//   read: without that, two takers can both see a free lease. Who takes it makes the odd version of a dead writer even.
// Parameters: $project (name), $owner (unique to the taker), $dead (an owner known to be gone, or null), $ttl (ms).
// Columns: taken, holder, since and until (epoch ms, of the holder of before; null when there was none), version.
// Bound: one row; none for an unknown project.
MATCH (p:Project {name: $project})
SET p.lease_lock = $owner
WITH p, p.lease_owner AS holder, p.lease_since AS since, p.lease_until AS until, timestamp() AS now
WITH p, holder, since, until, now, holder IS NULL OR until < now OR coalesce(holder = $dead, false) AS taken
SET p.lease_owner = CASE WHEN taken THEN $owner ELSE holder END,
    p.lease_since = CASE WHEN taken THEN now ELSE since END,
    p.lease_until = CASE WHEN taken THEN now + $ttl ELSE until END,
    p.version = CASE WHEN taken AND p.version % 2 = 1 THEN p.version + 1 ELSE p.version END
RETURN taken, holder, since, until, p.version AS version
