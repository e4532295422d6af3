// Purpose: the definitions, and the files without a module, that bear terms of a search. The key of the copy is a term of
//   the query, so that a project finds its own beside larger ones.
// Parameters: $project (name), $query (in the syntax of Lucene, made of plain terms: store_search.go), $limit.
// Columns: version_before, version_after, snapshot, hits (list of {symbol, name, text}: name and text are the terms that
//   the index holds; the likeliest first by the index's own measure), dated (whether the project was loaded before there
//   were terms).
// Bound: one row of $limit hits.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  CALL db.index.fulltext.queryNodes('assay_search', '+graph:' + p.graph + '^0 ' + $query, {limit: $limit}) YIELD node, score
  WITH node AS n, score ORDER BY score DESC, n.id
  RETURN collect({
    symbol: n {
      .id, .path, name: coalesce(n.name, last(split(n.path, '/'))), qualified_name: coalesce(n.qualified_name, n.path),
      kind: coalesce(n.kind, 'file'), .language, .start_line, .end_line, .role, external: false
    },
    name: n.search_name, text: n.search_text
  }) AS hits
}
WITH version_before, hits, p.call_hubs IS NULL AS dated,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, hits, dated, q.version AS version_after
