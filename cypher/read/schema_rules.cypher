// Purpose: the indexes that stand in the database; a constraint shows as its index.
// Parameters: none.
// Columns: name, state (ONLINE, POPULATING, FAILED).
// Bound: one row an index.
SHOW INDEXES YIELD name, state RETURN name, state
