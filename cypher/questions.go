package cypher

// Statements of the questions; one constant a file of read/.
const (
	// ReadBody gives a class or module with everything inside it.
	ReadBody Statement = "read/body"
	// ReadCallees gives what symbols use.
	ReadCallees Statement = "read/callees"
	// ReadCallers gives who uses symbols.
	ReadCallers Statement = "read/callers"
	// ReadExportEdges gives a page of edges.
	ReadExportEdges Statement = "read/export_edges"
	// ReadExportNodes gives a page of nodes.
	ReadExportNodes Statement = "read/export_nodes"
	// ReadImpact gives what leads to symbols.
	ReadImpact Statement = "read/impact"
	// ReadLookupFile finds definitions by identifier, name in a file, or line.
	ReadLookupFile Statement = "read/lookup_file"
	// ReadLookupName finds definitions by dotted name.
	ReadLookupName Statement = "read/lookup_name"
	// ReadLookupSimilar finds what is like a spelling.
	ReadLookupSimilar Statement = "read/lookup_similar"
	// ReadProjects gives the loaded projects.
	ReadProjects Statement = "read/projects"
	// ReadSource gives the text of a file.
	ReadSource Statement = "read/source"
	// ReadStatistics gives the numbers of a project.
	ReadStatistics Statement = "read/statistics"
	// ReadSymbol describes one definition.
	ReadSymbol Statement = "read/symbol"
	// ReadTests gives the tests of symbols.
	ReadTests Statement = "read/tests"
)
