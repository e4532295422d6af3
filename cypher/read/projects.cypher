// Purpose: the loaded projects with their newest snapshots. A Project that no load wrote is none: one made by hand over
//   Bolt must not break the list.
// Parameters: $limit.
// Columns: version (even), snapshot, count_names, count_values (parallel lists).
// Bound: $limit rows, by name.
MATCH (p:Project) WHERE p.version >= 2 AND p.loaded_at IS NOT NULL
WITH p ORDER BY p.name LIMIT $limit
CALL (p) {
  OPTIONAL MATCH (p)-[:PUBLISHED]->(s:Snapshot)
  RETURN s ORDER BY s.version DESC LIMIT 1
}
RETURN p.version - p.version % 2 AS version, s.count_names AS count_names, s.count_values AS count_values,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
ORDER BY snapshot.name
