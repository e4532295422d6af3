// Purpose: remove a copy of a project that is not published.
// Parameters: $graph (key of the copy), $size (nodes a transaction).
// Columns: none.
// Bound: the nodes of one copy, in transactions of $size nodes.
CALL () {
  MATCH (n:Symbol) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Test) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:File) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Package) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Name) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Run) WHERE n.graph = $graph AND n.id IS NOT NULL RETURN n
}
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF $size ROWS
