// Purpose: one Counter a name; it keeps a number that outlives the nodes it was taken from.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE CONSTRAINT assay_counter_name IF NOT EXISTS FOR (n:Counter) REQUIRE n.name IS UNIQUE
