// Purpose: the files of a project by path, filtered.
// Parameters: $project (name), $prefix (of the path, '': all), $role, $language, $status ('': any of them), $skip, $limit.
// Columns: version_before, version_after, snapshot, total, files.
// Bound: one row of $limit files; the files below the prefix are read, without their texts.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  MATCH (f:File)
  WHERE f.graph = p.graph AND f.id STARTS WITH $prefix
    AND $role IN ['', f.role] AND $language IN ['', coalesce(f.language, '')] AND $status IN ['', f.status]
  WITH f ORDER BY f.id
  RETURN collect(f) AS found
}
CALL (found) {
  UNWIND found[$skip..$skip + $limit] AS f
  RETURN collect(f {.path, .language, .role, .status, .reason, .lines, .bytes, .diagnostics}) AS files
}
WITH version_before, size(found) AS total, files,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, total, files, q.version AS version_after
