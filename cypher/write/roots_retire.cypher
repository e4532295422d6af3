// Purpose: remove the edges from a project to a copy that is published no longer.
// Parameters: $project (name), $graph (key of the copy that is published now).
// Columns: none.
// Bound: one edge a package and file of the project.
MATCH (:Project {name: $project})-[r:CONTAINS]->(t) WHERE t.graph <> $graph
DELETE r
