// Purpose: the symbols that the targets use: by calls, references, required fixtures, and the fixtures of the tests whose
//   body they are; and the targets' own unresolved sites.
// Parameters: $project (name), $targets (identifiers), $evidence (kinds that count), $exclude_tests, $file (whose state
//   comes along), $skip, $limit, $sites (unresolved sites given).
// Columns: version_before, version_after, snapshot, total, items (list of {symbol, links}: source, tests, then external
//   symbols, by path and line), unresolved_total, unresolved, file_status, file_reason.
// Bound: one row of $limit items and $sites sites; the edges of the targets are read.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  OPTIONAL MATCH (f:File {graph: p.graph, id: $file})
  RETURN f.status AS file_status, f.reason AS file_reason
}
CALL (p) {
  UNWIND $targets AS id
  MATCH (t:Symbol {graph: p.graph, id: id})
  CALL (t) {
    MATCH (t)-[e:CALLS|REFERENCES|REQUIRES]->(c:Symbol|External) RETURN c, e
    UNION ALL
    MATCH (t)<-[:RUNS]-(:Test)-[e:USES_FIXTURE]->(c:Symbol) RETURN c, e
  }
  WITH t, c, e
  WHERE e.evidence IN $evidence AND NOT ($exclude_tests AND coalesce(c.role, '') IN ['test', 'fixture'])
  WITH c, collect({edge: e, holder: t}) AS links
  ORDER BY CASE WHEN c:External THEN 2 WHEN c.role IN ['test', 'fixture'] THEN 1 ELSE 0 END,
    coalesce(c.path, ''), coalesce(c.start_line, 0), c.id
  RETURN collect({symbol: c, links: links}) AS found
}
CALL (found) {
  UNWIND found[$skip..$skip + $limit] AS row
  WITH row.symbol AS c, row.links AS links
  RETURN collect({
    symbol: c {
      .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, .ecosystem,
      external: c:External
    },
    links: [link IN links | {
      type: type(link.edge), evidence: link.edge.evidence, how: link.edge.how, candidates: link.edge.candidates,
      lines: link.edge.lines, path: link.holder.path, holder: link.holder.qualified_name
    }]
  }) AS items
}
CALL (p) {
  UNWIND $targets AS id
  MATCH (x:Symbol {graph: p.graph, id: id})-[e:MAY_CALL]->(n:Name)
  UNWIND coalesce(e.lines, [0]) AS line
  WITH n, e, x, line ORDER BY x.path, line, x.qualified_name, n.name
  WITH count(*) AS unresolved_total, collect({name: n, edge: e, holder: x, line: line})[..$sites] AS first
  RETURN unresolved_total, [site IN first | {
    path: site.holder.path, line: site.line, symbol: site.holder.qualified_name, name: site.name.name,
    reason: site.edge.reason
  }] AS unresolved
}
WITH version_before, size(found) AS total, items, unresolved_total, unresolved, file_status, file_reason,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, total, items, unresolved_total, unresolved, file_status, file_reason,
  q.version AS version_after
