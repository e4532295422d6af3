// Purpose: the edges from a project to the packages and files that nothing else contains, by fingerprint.
// Parameters: $project (name).
// Columns: edge (the database's own number), fp (0 for an edge made by hand).
// Bound: one row a package and file of the project.
MATCH (:Project {name: $project})-[r:CONTAINS]->() WHERE r.evidence IS NOT NULL
RETURN id(r) AS edge, coalesce(r.fp, 0) AS fp
