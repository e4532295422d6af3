// Purpose: a class or module with everything that is defined inside it.
// Parameters: $project (name), $path, $prefix (with which the identifiers of the file's symbols begin), $module (whether
//   the whole file is meant), $start_line, $end_line, $limit.
// Columns: version_before, version_after, snapshot, total, symbols (by line).
// Bound: one row; the symbols of one file are read, $limit of them given.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  MATCH (s:Symbol)
  WHERE s.graph = p.graph AND s.id STARTS WITH $prefix AND s.path = $path
    AND ($module OR s.kind <> 'module' AND s.start_line >= $start_line AND s.end_line <= $end_line)
  WITH s ORDER BY s.start_line, s.id
  RETURN collect(s) AS found
}
CALL (found) {
  UNWIND found[..$limit] AS s
  RETURN collect(s {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }) AS symbols
}
WITH version_before, size(found) AS total, symbols,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, total, symbols, q.version AS version_after
