// Purpose: definitions and modules whose spelling is like one that was not found.
// Parameters: $project (name), $prefixes (of names), $ending (lower-case end of a path, '': none), $limit (of each).
// Columns: version_before, version_after, snapshot, symbols (by name, prefix by prefix, then modules).
// Bound: one row of $limit symbols a prefix; the modules of the project are read where an ending is given.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  CALL (p) {
    UNWIND $prefixes AS prefix
    CALL (p, prefix) {
      MATCH (s:Symbol)
      WHERE s.graph = p.graph AND s.name STARTS WITH prefix AND s.kind <> 'module'
      RETURN s ORDER BY s.graph, s.name, s.id LIMIT $limit
    }
    RETURN s
    UNION ALL
    WITH p WHERE $ending <> ''
    MATCH (s:Symbol {graph: p.graph, qualified_name: '<module>'})
    WHERE toLower('/' + s.path) ENDS WITH '/' + $ending
    RETURN s ORDER BY s.name, s.id LIMIT $limit
  }
  RETURN collect(s {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }) AS symbols
}
WITH version_before, symbols,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, symbols, q.version AS version_after
