// Purpose: the symbols of a copy that at least so many tests executed.
// Parameters: $graph (key of the copy), $border (tests), $limit.
// Columns: id.
// Bound: $limit rows, the most executed first; the symbols of the copy are read with the number of their edges, which the
//   database keeps.
MATCH (s:Symbol) WHERE s.graph = $graph AND s.id IS NOT NULL
WITH s, COUNT { (s)<-[:TESTS]-() } AS tests
WHERE tests >= $border
RETURN s.id AS id ORDER BY tests DESC, id LIMIT $limit
