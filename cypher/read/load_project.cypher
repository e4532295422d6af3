// Purpose: what is known of a project before it is loaded.
// Parameters: $project (name).
// Columns: version (0: never published), graph (key of the published copy, or null), root, stale (keys of copies that
//   are to be removed), commit, branch, dirty, languages, status, extractor_hash, count_names and count_values (of the
//   newest snapshot).
// Bound: one row; none for an unknown project.
MATCH (p:Project {name: $project})
OPTIONAL MATCH (p)-[:PUBLISHED]->(s:Snapshot)
WITH p, s ORDER BY s.version DESC LIMIT 1
RETURN p.version AS version, p.graph AS graph, p.root AS root, p.stale_graphs AS stale, p.commit AS commit,
  p.branch AS branch, coalesce(p.dirty, false) AS dirty, p.languages AS languages, p.status AS status,
  p.extractor_hash AS extractor_hash, s.count_names AS count_names, s.count_values AS count_values
