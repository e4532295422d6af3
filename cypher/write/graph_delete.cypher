// Purpose: remove a copy of a project that is not published.
// Parameters: $graph (key of the copy).
// Columns: none.
// Bound: the nodes of one copy, in transactions of 5,000.
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
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS
