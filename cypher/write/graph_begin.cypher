// Purpose: note the key of a copy before its first node is written, so that what a load leaves behind that died can be
//   found and removed.
// Parameters: $project (name), $graph (key of the copy).
// Columns: none.
// Bound: one node.
MATCH (p:Project {name: $project})
SET p.lease_lock = timestamp()
SET p.stale_graphs = coalesce(p.stale_graphs, []) + $graph
