// Purpose: the packages of a project by name, with the numbers of their files.
// Parameters: $project (name), $prefix (of the name, '': all), $skip, $limit.
// Columns: version_before, version_after, snapshot, total, packages (list of {name, path, files}).
// Bound: one row of $limit packages; the packages of the prefix are read.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  MATCH (k:Package)
  WHERE k.graph = p.graph AND k.id STARTS WITH $prefix
  WITH k ORDER BY k.id
  RETURN collect(k) AS found
}
CALL (found) {
  UNWIND found[$skip..$skip + $limit] AS k
  RETURN collect({name: k.name, path: k.path, files: COUNT { (k)-[:CONTAINS]->(:File) }}) AS packages
}
WITH version_before, size(found) AS total, packages,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, total, packages, q.version AS version_after
