// Purpose: remove a project's node and its snapshots, after its copies are gone.
// Parameters: $project (name).
// Columns: none.
// Bound: one project and its snapshots.
MATCH (p:Project {name: $project})
OPTIONAL MATCH (p)-[:PUBLISHED]->(s:Snapshot)
DETACH DELETE s, p
