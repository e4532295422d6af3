// Purpose: remove nodes of a published copy with every edge that hangs on them.
// Parameters: $graph (key of the copy), $nodes (the database's own numbers).
// Columns: none; the caller compares the nodes deleted with those sent.
// Bound: the nodes given.
UNWIND $nodes AS x
MATCH (n) WHERE id(n) = x AND n.graph = $graph
DETACH DELETE n
