// Purpose: the functions of some files with their lines, to find the innermost one of a line.
// Parameters: $project (name), $paths (of the files).
// Columns: version_before, version_after, functions (list of {path, id, start_line, end_line}).
// Bound: one row; the functions of the files.
MATCH (before:Project {name: $project})
WITH before, before.version AS version_before
CALL (before) {
  UNWIND $paths AS path
  MATCH (:File {graph: before.graph, id: path})-[:DEFINES*1..20]->(s:Function)
  RETURN collect({path: path, id: s.id, start_line: s.start_line, end_line: s.end_line}) AS functions
}
MATCH (after:Project {name: $project})
RETURN version_before, functions, after.version AS version_after
