// Purpose: describe the version that is being published, in the Project node and in a Snapshot of its own; copies that
//   this version replaces are noted for removal.
// Parameters: $project (name), $version, $root, $graph (key of the published copy), $retired (key of the copy of
//   before, or null), $commit, $branch, $dirty, $languages, $status, $extractor_hash, $count_names, $count_values.
// Columns: none.
// Bound: two nodes.
MATCH (p:Project {name: $project})
SET p += {
  root: $root, graph: $graph, commit: $commit, branch: $branch, dirty: $dirty, languages: $languages,
  status: $status, extractor_hash: $extractor_hash, loaded_at: timestamp(),
  stale_graphs: [key IN coalesce(p.stale_graphs, []) WHERE key <> $graph]
    + CASE WHEN $retired IS NULL THEN [] ELSE [$retired] END
}
CREATE (p)-[:PUBLISHED]->(:Snapshot {
  version: $version, commit: $commit, branch: $branch, dirty: $dirty, status: $status, created_at: timestamp(),
  extractor_hash: $extractor_hash, count_names: $count_names, count_values: $count_values
})
