// Purpose: the tests of a project with the function that each runs, to match the names in a recording.
// Parameters: $project (name).
// Columns: version_before, version_after, tests (list of {id, runner_id, path, name, function_path, function_name}, a
//   row a function; the last two are null when it is not known).
// Bound: one row; the tests of the project.
MATCH (before:Project {name: $project})
WITH before, before.version AS version_before
CALL (before) {
  MATCH (t:Test {graph: before.graph})
  OPTIONAL MATCH (t)-[:RUNS]->(s:Function)
  RETURN collect({id: t.id, runner_id: t.runner_id, path: t.path, name: t.name,
    function_path: s.path, function_name: s.qualified_name}) AS tests
}
MATCH (after:Project {name: $project})
RETURN version_before, tests, after.version AS version_after
