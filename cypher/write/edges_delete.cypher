// Purpose: remove edges by the database's own number. The caller read the numbers under the project's lease.
// Parameters: $edges (numbers).
// Columns: none; the caller compares the edges deleted with those sent.
// Bound: the edges given.
UNWIND $edges AS x
MATCH ()-[r]->() WHERE id(r) = x
DELETE r
