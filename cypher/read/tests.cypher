// Purpose: the tests that executed one of the targets when they ran, and those whose body or fixture leads to one by
//   calls in the text.
// Parameters: $project (name), $targets (identifiers), $file (whose import by tests counts, '': none), $observed (whether
//   observed tests are wanted), $passes (list of {evidence, allowed}: static searches, the strongest first), $names
//   (identifiers of Name nodes), $path (of the file that defines the targets), $reach (symbols searched from one target), $limit (tests of each source), $sites.
// Columns: version_before, version_after, snapshot, runs (list of {ordinal, commit, created_at} of imported runs, the newest
//   100, newest first), never_ran (tests that ran in no imported run), tests (of the project), file (null, or {sha256,
//   measured_run, measured_sha256, functions, since, text_gz} of the targets' file), observed (list of {id, test,
//   phases, lines, how, hits}, by id; hits are {to, run}), static (list of {id, test, calls, evidence}, the nearest first), more (a bound cut something),
//   unresolved_total, unresolved.
// Bound: one row of $limit tests of each source and $sites sites; chains of at most 4 calls.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  MATCH (r:Run) WHERE r.graph = p.graph AND r.id IS NOT NULL
  WITH r ORDER BY r.ordinal DESC LIMIT 100
  RETURN collect(r {.ordinal, .commit, .created_at}) AS runs
}
CALL (p, runs) {
  MATCH (t:Test) WHERE t.graph = p.graph AND t.id IS NOT NULL AND size(runs) > 0
  RETURN count(CASE WHEN t.cases IS NULL THEN 1 END) AS never_ran, count(t) AS tests
}
CALL (p) {
  OPTIONAL MATCH (f:File {graph: p.graph, id: $path})
  RETURN f {
    .sha256, .measured_run, .measured_sha256, functions: f.measured_functions, since: f.measured_since, .text_gz
  } AS file
}
CALL (p) {
  CALL (p) {
    UNWIND $targets AS id
    MATCH (:Symbol {graph: p.graph, id: id})<-[e:TESTS]-(test:Test)
    RETURN test, e, id AS to
    UNION ALL
    MATCH (:File {graph: p.graph, id: $file})<-[e:TESTS]-(test:Test)
    RETURN test, e, $file AS to
  }
  WITH test, e, to WHERE $observed AND e.evidence = 'observed'
  WITH test, collect(e) AS links, collect({to: to, run: coalesce(e.run, 0)}) AS hits ORDER BY test.id
  WITH collect({
    id: test.id, test: test {.runner_id, .path, .line, .framework}, how: head(links).how,
    phases: [e IN links | e.phases], hits: hits,
    lines: reduce(all = [], e IN links | all + coalesce(e.lines, []))
  }) AS tests
  RETURN tests[..$limit] AS observed, size(tests) > $limit AS more_observed
}
CALL (p) {
  UNWIND $passes AS pass
  UNWIND $targets AS id
  MATCH (t:Symbol {graph: p.graph, id: id})
  CALL (t, pass) {
    MATCH path = (t)<-[:CALLS|REQUIRES|RUNS|USES_FIXTURE*1..5]-(c)
    WHERE all(e IN relationships(path) WHERE e.evidence IN pass.allowed)
    WITH c, min(length(path)) AS steps ORDER BY steps LIMIT $reach
    RETURN collect(CASE WHEN c:Test THEN {test: c, calls: steps - 1} END) AS found, count(*) >= $reach AS cut
  }
  UNWIND CASE found WHEN [] THEN [null] ELSE found END AS row
  WITH row.test AS test, min([pass.evidence, row.calls]) AS best, max(cut) AS cut
  WITH test, best, cut ORDER BY best[0], best[1], test.id
  WITH collect(CASE WHEN test IS NOT NULL THEN {
    id: test.id, test: test {.runner_id, .path, .line, .framework}, calls: best[1], evidence: best[0]
  } END) AS tests, coalesce(max(cut), false) AS cut
  RETURN tests[..$limit] AS static, cut OR size(tests) > $limit AS more_static
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
WITH version_before, runs, never_ran, tests, file, observed, static, more_observed OR more_static AS more, unresolved_total, unresolved,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, runs, never_ran, tests, file, observed, static, more, unresolved_total, unresolved, q.version AS version_after
