// Purpose: how many edges of a copy were observed, for the counts of the version that is being published.
// Parameters: $graph (key of the copy).
// Columns: type, count.
// Bound: a row a type; every edge of these types is counted.
CALL () {
  MATCH (n:Test)-[e:TESTS]->() WHERE n.graph = $graph AND n.id IS NOT NULL AND e.evidence = 'observed' RETURN e
  UNION ALL
  MATCH (n:Symbol)-[e:COVERED_BY]->() WHERE n.graph = $graph AND n.id IS NOT NULL AND e.evidence = 'observed' RETURN e
}
RETURN type(e) AS type, count(*) AS count
