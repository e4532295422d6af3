// Purpose: what stands of a published copy: its edges that were read from the source, by fingerprint. Edges without
//   evidence are notes of others and stay out; observed ones belong to runs of tests.
// Parameters: $graph (key of the copy).
// Columns: edges (list of the database's own numbers), fps (list of fingerprints, 0 for an edge made by hand).
// Bound: one row a node of the project.
CALL () {
  MATCH (n:Symbol) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:File) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Package) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Test) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
}
MATCH (n)-[r]->() WHERE r.evidence <> 'observed'
WITH n, collect(id(r)) AS edges, collect(coalesce(r.fp, 0)) AS fps
RETURN edges, fps
