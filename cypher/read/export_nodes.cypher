// Purpose: a page of the project's nodes of one label, with the properties that an export shows. External nodes are
//   those to which an edge of the project leads.
// Parameters: $project (name), $group (File, Package, Symbol, Test, Name or External), $after (identifier behind which
//   the page begins), $limit.
// Columns: version_before, version_after, snapshot, nodes (list of {labels, id, props}, by id).
// Bound: one row of $limit nodes; for External nodes the edges of the project are read.
//   Only the branch of the group seeks anything: nothing compares with the null of the others.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  CALL (p) {
    MATCH (n:File) WHERE n.graph = p.graph AND n.id > CASE $group WHEN 'File' THEN $after END
    RETURN n ORDER BY n.graph, n.id LIMIT $limit
    UNION ALL
    MATCH (n:Package) WHERE n.graph = p.graph AND n.id > CASE $group WHEN 'Package' THEN $after END
    RETURN n ORDER BY n.graph, n.id LIMIT $limit
    UNION ALL
    MATCH (n:Symbol) WHERE n.graph = p.graph AND n.id > CASE $group WHEN 'Symbol' THEN $after END
    RETURN n ORDER BY n.graph, n.id LIMIT $limit
    UNION ALL
    MATCH (n:Test) WHERE n.graph = p.graph AND n.id > CASE $group WHEN 'Test' THEN $after END
    RETURN n ORDER BY n.graph, n.id LIMIT $limit
    UNION ALL
    MATCH (n:Name) WHERE n.graph = p.graph AND n.id > CASE $group WHEN 'Name' THEN $after END
    RETURN n ORDER BY n.graph, n.id LIMIT $limit
    UNION ALL
    WITH p WHERE $group = 'External'
    CALL (p) {
      MATCH (s:Symbol)-->(n:External) WHERE s.graph = p.graph AND s.id IS NOT NULL AND n.id > $after RETURN n
      UNION
      MATCH (s:File)-->(n:External) WHERE s.graph = p.graph AND s.id IS NOT NULL AND n.id > $after RETURN n
    }
    RETURN n ORDER BY n.id LIMIT $limit
  }
  RETURN collect({labels: labels(n), id: n.id, props: n {
    .path, .name, .language, .sha256, .lines, .bytes, .role, .status, .reason, .diagnostics, .qualified_name, .kind,
    .signature, .doc, .start_line, .end_line, .name_line, .exported, .annotations, .fixture_name, .scope, .autouse,
    .runner_id, .framework, .line, .ecosystem, .package
  }}) AS nodes
}
WITH version_before, nodes,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, nodes, q.version AS version_after
