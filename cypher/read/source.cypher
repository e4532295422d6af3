// Purpose: the text of a file as it was loaded.
// Parameters: $project (name), $path.
// Columns: version_before, version_after, snapshot, text (gzip; null when it was not kept), sha256, status, reason (null
//   when the file is not loaded).
// Bound: one row.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  OPTIONAL MATCH (f:File {graph: p.graph, id: $path})
  RETURN f.text_gz AS text, f.sha256 AS sha256, f.status AS status, f.reason AS reason
}
WITH version_before, text, sha256, status, reason,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, text, sha256, status, reason, q.version AS version_after
