// Purpose: note the symbols of a project that very many use, and the border from which a symbol counts as one.
// Parameters: $project (name), $hubs (identifiers, the most used first), $border (uses).
// Columns: none.
// Bound: one node.
MATCH (p:Project {name: $project})
SET p.call_hubs = $hubs, p.call_hub_border = $border
