package cypher

// Statements that read; one constant a file of read/. Each question has the name of its file.
const (
	// ReadPing checks that the database answers.
	ReadPing Statement = "read/ping"
)

// Statements that write; one constant a file of write/.
const (
	// WriteVersionRecover makes the odd version of an abandoned publish even.
	WriteVersionRecover Statement = "write/version_recover"
)
