// Purpose: the texts of some files as they were loaded.
// Parameters: $project (name), $paths (a few hundred at most).
// Columns: version_before, version_after, snapshot, files (list of {path, text}: gzip; files without a text are left out).
// Bound: one row; the files named are read.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  UNWIND $paths AS path
  MATCH (f:File {graph: p.graph, id: path})
  WHERE f.text_gz IS NOT NULL
  RETURN collect({path: f.path, text: f.text_gz}) AS files
}
WITH version_before, files,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, files, q.version AS version_after
