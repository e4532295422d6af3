// Purpose: the definitions that an identifier, a name in a file, a line of a file or a file itself names.
// Parameters: $project (name), $id (full identifier, tried first), $path, $prefix (with which the identifiers of the
//   file's symbols begin), $line (1-based; 0: not by line), $qualified_name (without marks of local scopes; '': the
//   module), $limit.
// Columns: version_before, version_after, snapshot, total, symbols, file_lines (null when the file is not loaded).
// Bound: one row; the symbols of one file are read, $limit of them given.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  OPTIONAL MATCH (f:File {graph: p.graph, id: $path})
  RETURN f.lines AS file_lines
}
CALL (p) {
  OPTIONAL MATCH (s:Symbol {graph: p.graph, id: $id})
  RETURN s AS known
}
CALL (p, known) {
  WITH p, known WHERE known IS NULL
  MATCH (s:Symbol)
  WHERE s.graph = p.graph AND s.id STARTS WITH $prefix AND s.path = $path
    AND CASE
      WHEN $line > 0 THEN s.kind = 'module' OR s.start_line <= $line AND s.end_line >= $line
      WHEN $qualified_name <> '' THEN replace(s.qualified_name, '.<locals>', '') = $qualified_name
      ELSE s.kind = 'module'
    END
  WITH s ORDER BY s.start_line, s.id
  RETURN collect(s) AS inside
}
CALL (known, inside) {
  UNWIND CASE WHEN known IS NULL THEN inside[..$limit] ELSE [known] END AS s
  RETURN collect(s {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }) AS symbols
}
WITH version_before, file_lines, symbols, CASE WHEN known IS NULL THEN size(inside) ELSE 1 END AS total,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, total, symbols, file_lines, q.version AS version_after
