// Purpose: a copy of a project is removed; its key needs no note any more.
// Parameters: $project (name), $graph (key of the copy).
// Columns: none.
// Bound: one node.
MATCH (p:Project {name: $project})
SET p.lease_lock = timestamp()
SET p.stale_graphs = [key IN coalesce(p.stale_graphs, []) WHERE key <> $graph]
