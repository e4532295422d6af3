// Purpose: remove a project's node and its snapshots, after its copies are gone; the highest version of what was deleted
//   is kept.
// Parameters: $project (name).
// Columns: none.
// Bound: one project and its snapshots.
MATCH (p:Project {name: $project})
MERGE (c:Counter {name: 'deleted versions'})
SET c.lock = $project
WITH p, c, coalesce(p.version_floor, 0) AS floor
SET c.value = CASE WHEN coalesce(c.value, 0) < floor THEN floor ELSE c.value END
WITH p
OPTIONAL MATCH (p)-[:PUBLISHED]->(s:Snapshot)
DETACH DELETE s, p
