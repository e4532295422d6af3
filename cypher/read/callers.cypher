// Purpose: the symbols that use one of the targets: by calls, references, required fixtures, as the body of a test that
//   asks for a fixture, and for a module by importing its file; and the unresolved sites that call one of the names.
// Parameters: $project (name), $targets (identifiers), $names (identifiers of Name nodes), $evidence (kinds that count),
//   $exclude_tests, $imports_of (file whose importers count, '': none), $skip, $limit, $sites (unresolved sites given).
// Columns: version_before, version_after, snapshot, total, items (list of {symbol, links}: source before tests, by path
//   and line), unresolved_total, unresolved.
// Bound: one row of $limit items and $sites sites; the edges of the targets and of the names are read.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  CALL (p) {
    UNWIND $targets AS id
    MATCH (t:Symbol {graph: p.graph, id: id})
    CALL (t) {
      MATCH (t)<-[e:CALLS|REFERENCES|REQUIRES]-(c:Symbol) RETURN c, e
      UNION ALL
      MATCH (t)<-[e:USES_FIXTURE]-(:Test)-[:RUNS]->(c:Symbol) RETURN c, e
    }
    RETURN c, e
    UNION ALL
    MATCH (:File {graph: p.graph, id: $imports_of})<-[e:IMPORTS]-(f:File)
    MATCH (c:Symbol {graph: p.graph, id: f.id + '::<module>'})
    RETURN c, e
  }
  WITH c, e
  WHERE e.evidence IN $evidence AND NOT ($exclude_tests AND c.role IN ['test', 'fixture'])
  WITH c, collect(e) AS links
  ORDER BY c.role IN ['test', 'fixture'], c.path, c.start_line, c.id
  RETURN collect({symbol: c, links: links}) AS found
}
CALL (found) {
  UNWIND found[$skip..$skip + $limit] AS row
  WITH row.symbol AS c, row.links AS links
  RETURN collect({
    symbol: c {.id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false},
    links: [e IN links | {
      type: type(e), evidence: e.evidence, how: e.how, candidates: e.candidates, lines: e.lines, path: c.path,
      holder: c.qualified_name
    }]
  }) AS items
}
CALL (p) {
  UNWIND $names AS id
  MATCH (n:Name {graph: p.graph, id: id})<-[e:MAY_CALL]-(x)
  UNWIND coalesce(e.lines, [0]) AS line
  WITH n, e, x, line ORDER BY x.path, line, coalesce(x.qualified_name, ''), n.name
  WITH count(*) AS unresolved_total, collect({name: n, edge: e, holder: x, line: line})[..$sites] AS first
  RETURN unresolved_total, [site IN first | {
    path: site.holder.path, line: site.line, symbol: site.holder.qualified_name, name: site.name.name,
    reason: site.edge.reason
  }] AS unresolved
}
WITH version_before, size(found) AS total, items, unresolved_total, unresolved,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, total, items, unresolved_total, unresolved, q.version AS version_after
