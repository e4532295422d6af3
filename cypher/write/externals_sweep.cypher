// Purpose: remove symbols outside of all projects to which no edge leads any more. While another project is being
//   loaded nothing is removed: its edges may be on their way.
// Parameters: $project (name of the project whose lease the caller holds).
// Columns: none.
// Bound: all External nodes, in transactions of 5,000.
MATCH (e:External)
WHERE NOT EXISTS { (e)--() }
  AND NOT EXISTS { MATCH (p:Project) WHERE p.lease_until > timestamp() AND p.name <> $project }
CALL (e) { DETACH DELETE e } IN TRANSACTIONS OF 5000 ROWS
