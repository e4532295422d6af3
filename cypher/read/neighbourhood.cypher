// Purpose: everything one edge away from a symbol, by type and direction of the edge; a module has the edges of its file.
// Parameters: $project (name), $id, $evidence (kinds that count), $exclude_tests, $limit (nodes of each group).
// Columns: version_before, version_after, snapshot, groups (list of {type, direction, total, rows}: rows are
//   {label, node, links}, by path, line and identifier).
// Bound: one row; the edges of one symbol are read, $limit nodes of each type and direction given.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  MATCH (s:Symbol {graph: p.graph, id: $id})
  OPTIONAL MATCH (f:File {graph: p.graph, id: CASE s.kind WHEN 'module' THEN s.path END})
  RETURN CASE WHEN f IS NULL THEN [s] ELSE [s, f] END AS ends
}
CALL (ends) {
  CALL (ends) {
    UNWIND ends AS s
    CALL (s) {
      MATCH (s)-[e]->(n) RETURN e, n, 'out' AS direction
      UNION ALL
      MATCH (s)<-[e]-(n) RETURN e, n, 'in' AS direction
    }
    WITH ends, e, n, direction
    WHERE e.evidence IN $evidence AND NOT n IN ends AND NOT n:Project
      AND NOT ($exclude_tests AND (n:Test OR coalesce(n.role, '') IN ['test', 'fixture']))
    WITH type(e) AS type, direction, n, collect(e) AS links
    ORDER BY type, direction, coalesce(n.path, ''), coalesce(n.start_line, n.line, 0), n.id
    RETURN type, direction, collect({node: n, links: links}) AS found
  }
  CALL (found) {
    UNWIND found[..$limit] AS row
    WITH row.node AS n, row.links AS links
    RETURN collect({
      label: CASE WHEN n:Symbol THEN 'Symbol' ELSE head(labels(n)) END,
      node: n {
        .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, .ecosystem, .runner_id, .line
      },
      links: [e IN links | {type: type(e), evidence: e.evidence, how: e.how, candidates: e.candidates, lines: e.lines, path: null, holder: null}]
    }) AS rows
  }
  WITH type, direction, size(found) AS total, rows ORDER BY type, direction
  RETURN collect({type: type, direction: direction, total: total, rows: rows}) AS groups
}
WITH version_before, groups,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, groups, q.version AS version_after
