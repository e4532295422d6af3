// Purpose: the identifiers of nodes that ad-hoc Cypher gave the edges of alone.
// Parameters: $elements (identifiers of the database).
// Columns: element, id (assay's, or the name of a node without one, or null).
// Bound: a row for each element; seeks by the database's own identifiers.
UNWIND $elements AS element
MATCH (n) WHERE elementId(n) = element
RETURN element, coalesce(n.id, n.name) AS id
