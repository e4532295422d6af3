// Purpose: the symbols of a project that very many use and those that most tests execute, of the ones noted when it was
//   published, with what their edges number now.
// Parameters: $project (name).
// Columns: version_before, version_after, snapshot, calls and tests (lists of {symbol, degree}, the greatest first),
//   call_border, test_border (degrees from which a symbol is a hub; null: never noted), tests_ran.
// Bound: one row; the hubs noted, at most 200 of a kind; the database keeps the numbers of their edges.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  UNWIND coalesce(p.call_hubs, []) AS id
  MATCH (s:Symbol {graph: p.graph, id: id})
  OPTIONAL MATCH (f:File {graph: p.graph, id: CASE s.kind WHEN 'module' THEN s.path END})
  WITH p, s, COUNT { (s)<-[:CALLS|REFERENCES|REQUIRES|USES_FIXTURE|INHERITS]-() } + COUNT { (f)<-[:IMPORTS]-() } AS degree
  WHERE degree >= p.call_hub_border
  WITH s, degree ORDER BY degree DESC, s.id
  RETURN collect({degree: degree, symbol: s {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }}) AS calls
}
CALL (p) {
  UNWIND coalesce(p.test_hubs, []) AS id
  MATCH (s:Symbol {graph: p.graph, id: id})
  WITH p, s, COUNT { (s)<-[:TESTS]-() } AS degree
  WHERE degree >= p.test_hub_border
  WITH s, degree ORDER BY degree DESC, s.id
  RETURN collect({degree: degree, symbol: s {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }}) AS tests
}
WITH version_before, calls, tests, p.call_hub_border AS call_border, p.test_hub_border AS test_border, p.tests_ran AS tests_ran,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, calls, tests, call_border, test_border, tests_ran, q.version AS version_after
