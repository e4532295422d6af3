// Purpose: create the edges from a project to the packages and files that nothing else contains.
// Parameters: $project (name), $graph (key of the copy), $rows (lists: target, fingerprint).
// Columns: none; the caller compares the edges created with those sent.
// Bound: the rows given.
MATCH (p:Project {name: $project})
UNWIND $rows AS r
MATCH (t) WHERE id(t) = r[0] AND t.graph = $graph
CREATE (p)-[:CONTAINS {fp: r[1], evidence: 'exact', how: 'root', candidates: 1}]->(t)
