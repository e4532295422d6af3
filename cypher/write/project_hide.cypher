// Purpose: make a project unreadable before it is deleted. Version 0 says that nothing of it can be read; the keys of
//   its copies are noted for removal. The key itself stays, since a reader may see half of a commit.
// Parameters: $project (name).
// Columns: none.
// Bound: one node.
MATCH (p:Project {name: $project})
SET p.lease_lock = timestamp()
WITH p, p.version AS version
SET p.stale_graphs = coalesce(p.stale_graphs, []) + CASE WHEN p.graph IS NULL THEN [] ELSE [p.graph] END,
    p.version_floor = CASE WHEN version > 0 THEN version ELSE p.version_floor END,
    p.version = 0
