package cypher

// Statements that the import of coverage reads a project with.
const (
	// ReadCoverageFiles: the Python files of a project with the hash of what was loaded.
	ReadCoverageFiles Statement = "read/coverage_files"
	// ReadCoverageFunctions: the functions of some files with their lines.
	ReadCoverageFunctions Statement = "read/coverage_functions"
	// ReadCoverageTests: the tests of a project with the function that each runs.
	ReadCoverageTests Statement = "read/coverage_tests"
)
