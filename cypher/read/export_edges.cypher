// Purpose: the edges that leave a page of the project's nodes of one label, without those to runs of tests.
// Parameters: $project (name), $group (File, Package, Symbol or Test), $after (identifier behind which the page of nodes
//   begins), $limit (nodes).
// Columns: version_before, version_after, snapshot, edges (list of {type, from, to, props}), last (identifier of the last
//   node of a full page; null at the end).
// Bound: one row of the edges of $limit nodes.
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
  }
  RETURN collect(n) AS page
}
CALL (page) {
  UNWIND page AS n
  MATCH (n)-[e]->(x) WHERE x.id IS NOT NULL AND NOT x:Run
  RETURN collect({type: type(e), from: n.id, to: x.id, props: e {
    .evidence, .how, .lines, .candidates, .dispatch, .reason, .alias, .phases
  }}) AS edges
}
WITH version_before, edges, CASE WHEN size(page) = $limit THEN last(page).id END AS last,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, edges, last, q.version AS version_after
