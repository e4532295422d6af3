// Purpose: symbols by their name.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE INDEX assay_symbol_name IF NOT EXISTS FOR (n:Symbol) ON (n.graph, n.name)
