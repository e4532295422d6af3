// Purpose: check that the database answers.
// Parameters: none.
// Columns: one (1).
// Bound: one row.
RETURN 1 AS one
