// Purpose: the functions that tests run, and the fixtures that these tests, and the tests whose body is one of some
//   functions, ask for, with what the fixtures require themselves.
// Parameters: $project (name), $tests (identifiers of tests), $bodies (identifiers of functions), $limit (of fixtures).
// Columns: version_before, version_after, snapshot, bodies (list of {test, symbol}, by test and symbol), total (fixtures),
//   fixtures (list of {symbol, scope, tests}: those that most of the tests ask for first).
// Bound: one row; the fixtures of the tests are read over four steps, $limit of them given.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  UNWIND $tests AS id
  MATCH (t:Test {graph: p.graph, id: id})-[:RUNS]->(s:Symbol)
  WITH DISTINCT t, s ORDER BY t.id, s.id
  RETURN collect({test: t.id, symbol: s {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }}) AS bodies
}
CALL (p) {
  CALL (p) {
    UNWIND $tests AS id
    MATCH (t:Test {graph: p.graph, id: id}) RETURN t
    UNION
    UNWIND $bodies AS id
    MATCH (:Symbol {graph: p.graph, id: id})<-[:RUNS]-(t:Test) RETURN t
  }
  MATCH (t)-[:USES_FIXTURE]->(asked:Symbol)
  MATCH (asked)-[:REQUIRES*0..4]->(s:Symbol)
  WITH s, count(DISTINCT t) AS tests ORDER BY tests DESC, s.id
  RETURN collect({symbol: s, tests: tests}) AS found
}
CALL (found) {
  UNWIND found[..$limit] AS row
  WITH row.symbol AS s, row.tests AS tests
  RETURN collect({tests: tests, scope: s.scope, symbol: s {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }}) AS fixtures
}
WITH version_before, bodies, size(found) AS total, fixtures,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, bodies, total, fixtures, q.version AS version_after
