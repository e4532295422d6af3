// Purpose: the Python files of a project with the hash of what was loaded, to tell whether a recording was made of them.
// Parameters: $project (name).
// Columns: version_before, version_after, root, commit (null outside of a repository), files (list of {path, sha256}).
// Bound: one row; the Python files of the project.
MATCH (before:Project {name: $project})
WITH before, before.version AS version_before
CALL (before) {
  MATCH (f:File {graph: before.graph})
  WHERE f.language = 'python'
  RETURN collect({path: f.path, sha256: f.sha256}) AS files
}
MATCH (after:Project {name: $project})
RETURN version_before, before.root AS root, before.commit AS commit, files, after.version AS version_after
