// Purpose: note that edges were observed once more.
// Parameters: $edges (the database's own numbers), $run (ordinal).
// Columns: none.
// Bound: the edges given.
UNWIND $edges AS x
MATCH ()-[r]->() WHERE id(r) = x
SET r.run = $run
