// Purpose: which symbols outside of the project stand already.
// Parameters: $ids (identifiers).
// Columns: row (position in $ids), node (the database's own number of the node), fp.
// Bound: the identifiers given, a few thousand at most.
UNWIND range(0, size($ids) - 1) AS row
MATCH (n:External {id: $ids[row]})
RETURN row, id(n) AS node, coalesce(n.fp, 0) AS fp
