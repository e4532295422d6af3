// Purpose: by what a method may be called although no edge says so: methods that it overrides where calls of them are not
//   resolved to it, and the bases of its class outside of the repository whose code is not known.
// Parameters: $project (name), $id.
// Columns: version_before, version_after, snapshot, overridden (list of {id, qualified_name, external, callers}, by
//   name), bases (names of classes).
// Bound: one row; the classes above one method and its overridden methods.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  MATCH (t:Symbol {graph: p.graph, id: $id})-[:OVERRIDES*1..16]->(o)
  WITH DISTINCT t, o
  WHERE o:External OR t.role IN ['test', 'fixture'] AND NOT o.role IN ['test', 'fixture']
  WITH o ORDER BY o.qualified_name, o.id
  RETURN collect({
    id: o.id, qualified_name: o.qualified_name, external: o:External,
    callers: CASE WHEN o:External THEN 0 ELSE COUNT { (o)<-[:CALLS|REFERENCES]-(:Symbol) } END
  }) AS overridden
}
CALL (p) {
  MATCH (:Symbol {graph: p.graph, id: $id})<-[:DEFINES]-(:Class)-[:INHERITS*1..16]->(x:External)
  WHERE x.ecosystem <> 'python'
  WITH DISTINCT x.qualified_name AS base ORDER BY base
  RETURN collect(base) AS bases
}
WITH version_before, overridden, bases,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, overridden, bases, q.version AS version_after
