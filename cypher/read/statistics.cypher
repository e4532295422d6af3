// Purpose: the numbers of a project: nodes by label, edges by type and evidence, files by status, unresolved sites by
//   reason.
// Parameters: $project (name).
// Columns: version_before, version_after, snapshot, labels (list of {labels, count}), edges (list of {type, evidence,
//   count}), externals, files (list of {status, count}), reasons (list of {reason, sites}).
// Bound: one row; every node and edge of the project is counted, those that leave the Project node with them.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  CALL (p) {
    MATCH (n:File) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN labels(n) AS labels, count(*) AS count
    UNION ALL
    MATCH (n:Package) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN labels(n) AS labels, count(*) AS count
    UNION ALL
    MATCH (n:Symbol) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN labels(n) AS labels, count(*) AS count
    UNION ALL
    MATCH (n:Test) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN labels(n) AS labels, count(*) AS count
    UNION ALL
    MATCH (n:Name) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN labels(n) AS labels, count(*) AS count
  }
  RETURN collect({labels: labels, count: count}) AS labels
}
CALL (p) {
  CALL (p) {
    MATCH (n:File)-[e]->(x) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN e, x
    UNION ALL
    MATCH (n:Package)-[e]->(x) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN e, x
    UNION ALL
    MATCH (n:Symbol)-[e]->(x) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN e, x
    UNION ALL
    MATCH (n:Test)-[e]->(x) WHERE n.graph = p.graph AND n.id IS NOT NULL RETURN e, x
    UNION ALL
    MATCH (p)-[e:CONTAINS]->(x) WHERE x.graph = p.graph RETURN e, x
  }
  WITH type(e) AS type, e.evidence AS evidence, count(*) AS count,
    collect(DISTINCT CASE WHEN x:External THEN x END) AS outside
  WITH collect({type: type, evidence: evidence, count: count}) AS edges, collect(outside) AS lists
  CALL (lists) {
    UNWIND lists AS list
    UNWIND list AS x
    RETURN count(DISTINCT x) AS externals
  }
  RETURN edges, externals
}
CALL (p) {
  MATCH (f:File) WHERE f.graph = p.graph AND f.id IS NOT NULL
  WITH f.status AS status, count(*) AS count
  RETURN collect({status: status, count: count}) AS files
}
CALL (p) {
  MATCH (n:Name)<-[e:MAY_CALL]-() WHERE n.graph = p.graph AND n.id IS NOT NULL
  WITH coalesce(e.reason, '') AS reason, sum(coalesce(size(e.lines), 1)) AS sites
  RETURN collect({reason: reason, sites: sites}) AS reasons
}
WITH version_before, labels, edges, externals, files, reasons,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, labels, edges, externals, files, reasons, q.version AS version_after
