// Purpose: one definition with what it is defined in, what is defined directly in it, and the numbers of its callers,
//   callees and observed tests.
// Parameters: $project (name), $id, $targets (identifiers that stand for it when callers are counted), $inside (the same
//   for callees and tests), $file (of a module, whose importers and tests count; '': none), $members (bound of the members).
// Columns: version_before, version_after, snapshot, symbol (null when it is gone), file_status, file_reason, parent,
//   members (by line), callers, callees, covered_by.
// Bound: one row; the edges of the targets are counted, $members members given.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  OPTIONAL MATCH (s:Symbol {graph: p.graph, id: $id})
  OPTIONAL MATCH (f:File {graph: p.graph, id: s.path})
  OPTIONAL MATCH (s)<-[:DEFINES]-(o:Symbol)
  RETURN s, f.status AS file_status, f.reason AS file_reason, o ORDER BY o.id LIMIT 1
}
CALL (s) {
  MATCH (s)-[:DEFINES]->(m:Symbol)
  WITH m ORDER BY m.start_line, m.id LIMIT $members
  RETURN collect(m {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }) AS members
}
CALL (p) {
  CALL (p) {
    UNWIND $targets AS id
    MATCH (t:Symbol {graph: p.graph, id: id})
    CALL (t) {
      MATCH (t)<-[:CALLS|REFERENCES|REQUIRES]-(c:Symbol) RETURN c
      UNION
      MATCH (t)<-[:USES_FIXTURE]-(:Test)-[:RUNS]->(c:Symbol) RETURN c
    }
    RETURN c
    UNION
    MATCH (:File {graph: p.graph, id: $file})<-[:IMPORTS]-(f:File)
    MATCH (c:Symbol {graph: p.graph, id: f.id + '::<module>'})
    RETURN c
  }
  RETURN count(c) AS callers
}
CALL (p) {
  UNWIND $inside AS id
  MATCH (t:Symbol {graph: p.graph, id: id})
  CALL (t) {
    MATCH (t)-[:CALLS|REFERENCES|REQUIRES]->(c:Symbol|External) RETURN c
    UNION
    MATCH (t)<-[:RUNS]-(:Test)-[:USES_FIXTURE]->(c:Symbol) RETURN c
  }
  RETURN count(DISTINCT c) AS callees
}
CALL (p) {
  CALL (p) {
    UNWIND $inside AS id
    MATCH (:Symbol {graph: p.graph, id: id})<-[e:TESTS]-(c:Test) WHERE e.evidence = 'observed'
    RETURN c
    UNION
    MATCH (:File {graph: p.graph, id: $file})<-[e:TESTS]-(c:Test) WHERE e.evidence = 'observed'
    RETURN c
  }
  RETURN count(c) AS covered_by
}
WITH version_before, file_status, file_reason, members, callers, callees, covered_by,
  s {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false,
    .signature, .doc, .annotations, .exported
  } AS symbol,
  o {.id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false} AS parent,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, symbol, file_status, file_reason, parent, members, callers, callees, covered_by,
  q.version AS version_after
