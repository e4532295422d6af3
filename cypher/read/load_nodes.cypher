// Purpose: what stands of a published copy: its nodes with their fingerprints, without their texts.
// Parameters: $graph (key of the copy).
// Columns: kind (label), node (the database's own number of the node), id, fp (null: not written by a load), made (by a
//   run of tests), path (of a test that was made).
// Bound: one row a node of the project.
CALL () {
  MATCH (n:File) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN 'File' AS kind, n
  UNION ALL
  MATCH (n:Package) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN 'Package' AS kind, n
  UNION ALL
  MATCH (n:Symbol) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN 'Symbol' AS kind, n
  UNION ALL
  MATCH (n:Test) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN 'Test' AS kind, n
  UNION ALL
  MATCH (n:Name) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN 'Name' AS kind, n
}
RETURN kind, id(n) AS node, n.id AS id, n.fp AS fp, n.made IS NOT NULL AS made,
  CASE WHEN n.made IS NOT NULL THEN n.path END AS path
