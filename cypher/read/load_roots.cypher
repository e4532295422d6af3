// Purpose: the edges from a project to the packages and files that nothing else contains, by fingerprint.
// Parameters: $project (name).
// Columns: edge and node, its far end (the database's own numbers), fp (0 for an edge made by hand).
// Bound: one row a package and file of the project.
MATCH (:Project {name: $project})-[r:CONTAINS]->(n) WHERE r.evidence IS NOT NULL
RETURN id(r) AS edge, id(n) AS node, coalesce(r.fp, 0) AS fp
