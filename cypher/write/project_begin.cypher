// Purpose: make sure that a project's node is there before its lease is taken. Version 0 says that nothing of it can be
//   read yet.
// Parameters: $project (name).
// Columns: none.
// Bound: one node.
MERGE (p:Project {name: $project})
ON CREATE SET p.version = 0, p.status = 'building'
