// Purpose: keep the newest snapshots of a project only.
// Parameters: $project (name), $keep (number of snapshots).
// Columns: none.
// Bound: the snapshots of one project.
MATCH (:Project {name: $project})-[:PUBLISHED]->(s:Snapshot)
WITH s ORDER BY s.version DESC SKIP $keep
DETACH DELETE s
