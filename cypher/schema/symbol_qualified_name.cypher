// Purpose: symbols by their name inside of the file.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE INDEX assay_symbol_qualified_name IF NOT EXISTS FOR (n:Symbol) ON (n.graph, n.qualified_name)
