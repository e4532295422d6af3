// Purpose: the published version of a project and the key of its copy: what ad-hoc Cypher begins with.
// Parameters: $project (name).
// Columns: version_before, version_after, snapshot, graph.
// Bound: one row.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, p.graph AS graph, q.version AS version_after
