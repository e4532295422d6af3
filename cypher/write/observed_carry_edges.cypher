// Purpose: carry the observed edges from one copy of a project to another, where both ends are there.
// Parameters: $from and $graph (keys of the copies).
// Columns: none.
// Bound: the observed edges of one project, in transactions of 500 nodes.
CALL () {
  MATCH (n:Test) WHERE n.graph = $from AND n.id IS NOT NULL
  MATCH (m:Test {graph: $graph, id: n.id})
  RETURN n, m
  UNION ALL
  MATCH (n:Symbol) WHERE n.graph = $from AND n.id IS NOT NULL
  MATCH (m:Symbol {graph: $graph, id: n.id})
  RETURN n, m
}
CALL (n, m) {
  MATCH (n)-[r]->(t) WHERE r.evidence = 'observed'
  CALL (t) {
    WITH t WHERE t:Symbol
    MATCH (u:Symbol {graph: $graph, id: t.id})
    RETURN u
    UNION ALL
    WITH t WHERE t:File
    MATCH (u:File {graph: $graph, id: t.id})
    RETURN u
    UNION ALL
    WITH t WHERE t:Run
    MATCH (u:Run {graph: $graph, id: t.id})
    RETURN u
  }
  CREATE (m)-[c:$(type(r))]->(u)
  SET c = properties(r)
} IN TRANSACTIONS OF 500 ROWS
