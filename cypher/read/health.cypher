// Purpose: the nodes and edges of a project as they stand now, beside those that were counted when it was published.
// Parameters: $project (name).
// Columns: version_before, version_after, snapshot, count_names and count_values (of the newest snapshot), labels (list
//   of {labels, made, count}; made by a run of tests), edges (list of {type, evidence, count}).
// Bound: one row; every node of the project and every edge that leaves one is counted.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  OPTIONAL MATCH (p)-[:PUBLISHED]->(s:Snapshot)
  RETURN s ORDER BY s.version DESC LIMIT 1
}
CALL (p) {
  CALL (p) {
    MATCH (n:File) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN n
    UNION ALL
    MATCH (n:Package) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN n
    UNION ALL
    MATCH (n:Symbol) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN n
    UNION ALL
    MATCH (n:Test) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN n
    UNION ALL
    MATCH (n:Name) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN n
  }
  WITH labels(n) AS labels, n.made IS NOT NULL AS made, count(*) AS count
  RETURN collect({labels: labels, made: made, count: count}) AS labels
}
CALL (p) {
  CALL (p) {
    MATCH (p)-[e]->() WHERE type(e) <> 'PUBLISHED' RETURN e
    UNION ALL
    MATCH (n:File)-[e]->() WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN e
    UNION ALL
    MATCH (n:Package)-[e]->() WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN e
    UNION ALL
    MATCH (n:Symbol)-[e]->() WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN e
    UNION ALL
    MATCH (n:Test)-[e]->() WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN e
    UNION ALL
    MATCH (n:Name)-[e]->() WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN e
  }
  WITH type(e) AS type, e.evidence AS evidence, count(*) AS count
  RETURN collect({type: type, evidence: evidence, count: count}) AS edges
}
WITH version_before, labels, edges, s.count_names AS count_names, s.count_values AS count_values,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, count_names, count_values, labels, edges, q.version AS version_after
