// Purpose: tests by the name that their runner prints.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE INDEX assay_test_runner_id IF NOT EXISTS FOR (n:Test) ON (n.graph, n.runner_id)
