// Purpose: the definitions that a dotted name names; where there is none, the modules.
// Parameters: $project (name), $name (last segment), $dotted (the whole), $splits (list of {qualified_name, endings}:
//   ways to read the front as a module; endings are what '/' + path may end in), $modules (endings of the paths of
//   modules that the whole may be), $limit.
// Columns: version_before, version_after, snapshot, total, symbols (source before tests, by path and line).
// Bound: one row; the symbols of one name are read, or the modules of the project where there is none; $limit given.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  MATCH (s:Symbol {graph: p.graph, name: $name})
  WHERE s.kind <> 'module'
  WITH s, replace(s.qualified_name, '.<locals>', '') AS plain
  WHERE plain = $dotted OR plain ENDS WITH '.' + $dotted OR any(split IN $splits
    WHERE split.qualified_name = plain AND any(ending IN split.endings WHERE '/' + s.path ENDS WITH ending))
  WITH s ORDER BY s.role IN ['test', 'fixture'], s.path, s.start_line, s.id
  RETURN collect(s) AS named
}
CALL (p, named) {
  WITH p, named WHERE size(named) = 0
  MATCH (s:Symbol {graph: p.graph, qualified_name: '<module>'})
  WHERE any(ending IN $modules WHERE '/' + s.path ENDS WITH ending)
  WITH s ORDER BY s.role IN ['test', 'fixture'], s.path
  RETURN collect(s) AS modules
}
WITH p, version_before, named + modules AS found
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
