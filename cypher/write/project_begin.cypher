// Purpose: make sure that a project's node is there before its lease is taken. Version 0 says that nothing of it can be
//   read yet; its versions go on behind the highest of all deleted projects, so that none ever comes twice.
// Parameters: $project (name).
// Columns: none.
// Bound: one node.
OPTIONAL MATCH (c:Counter {name: 'deleted versions'})
WITH coalesce(max(c.value), 0) AS floor
MERGE (p:Project {name: $project})
ON CREATE SET p.version = 0, p.version_floor = floor, p.status = 'building'
