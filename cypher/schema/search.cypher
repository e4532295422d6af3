// Purpose: full-text search over definitions, and over files without a module symbol. Terms are made at load, so the
//   index splits at spaces alone; the key of the copy and the role are terms as well, because a filter behind a search
//   would lose a small project beside a large one.
// Parameters: none.
// Columns: none.
// Bound: one schema rule.
CREATE FULLTEXT INDEX assay_search IF NOT EXISTS FOR (n:Symbol|File) ON EACH [n.graph, n.role, n.search_name, n.search_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
