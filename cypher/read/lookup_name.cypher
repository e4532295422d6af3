// Purpose: the definitions that a dotted name names; where there is none, the modules, and what a module imports under
//   that name.
// Parameters: $project (name), $name (last segment), $dotted (the whole), $splits (list of {qualified_name, endings}:
//   ways to read the front as a module; endings are what '/' + path may end in), $modules (endings of the paths of
//   modules that the whole may be), $offers (list of {name, rest, endings}: a name that a module of such a path may import,
//   and the qualified name inside of what it means, '': that itself), $limit.
// Columns: version_before, version_after, snapshot, total, symbols (source before tests, by path and line).
// Bound: one row; the symbols of one name are read, or the modules of the project and what those of fitting paths refer to
//   where there is none; $limit given.
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
CALL (p, named) {
  WITH p, named WHERE size(named) = 0
  UNWIND $offers AS offer
  MATCH (r:Symbol {graph: p.graph, qualified_name: '<module>'})
  WHERE any(ending IN offer.endings WHERE '/' + r.path ENDS WITH ending)
  MATCH (r)-[:REFERENCES {alias: offer.name}]->(o:Symbol)
  CALL (p, offer, o) {
    WITH offer, o WHERE offer.rest = ''
    RETURN o AS s
    UNION
    WITH p, offer, o WHERE offer.rest <> ''
    MATCH (s:Symbol {graph: p.graph, name: $name})
    WHERE s.path = o.path AND replace(s.qualified_name, '.<locals>', '') = replace(o.qualified_name, '.<locals>', '') + '.' + offer.rest
    RETURN s
  }
  WITH DISTINCT s ORDER BY s.role IN ['test', 'fixture'], s.path, s.start_line, s.id
  RETURN collect(s) AS offered
}
WITH p, version_before, named + modules + [s IN offered WHERE NOT s IN modules] AS found
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
