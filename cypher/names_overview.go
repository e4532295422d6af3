package cypher

// Statements of what stands around symbols, and of a project as a whole.
const (
	// ReadFiles gives the files of a project.
	ReadFiles Statement = "read/files"
	// ReadHubs gives the symbols that very many use, and that most tests execute.
	ReadHubs Statement = "read/hubs"
	// ReadNeighbourhood gives what is one edge away from a symbol.
	ReadNeighbourhood Statement = "read/neighbourhood"
	// ReadPackages gives the packages of a project.
	ReadPackages Statement = "read/packages"
	// ReadSources gives the texts of some files.
	ReadSources Statement = "read/sources"
	// ReadTestParts gives the functions and fixtures of tests.
	ReadTestParts Statement = "read/test_parts"
)
