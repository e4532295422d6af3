package cypher

// Statements that read; one constant a file of read/. Each question has the name of its file.
const (
	// ReadPing checks that the database answers.
	ReadPing Statement = "read/ping"
	// ReadSchemaRules lists the indexes with their state.
	ReadSchemaRules Statement = "read/schema_rules"
)

// Statements that write; one constant a file of write/.
const (
	// WriteVersionRecover makes the odd version of an abandoned publish even.
	WriteVersionRecover Statement = "write/version_recover"
	// WriteLeaseTake takes a project's lease or tells who holds it.
	WriteLeaseTake Statement = "write/lease_take"
	// WriteLeaseRenew keeps a lease.
	WriteLeaseRenew Statement = "write/lease_renew"
	// WriteLeaseRelease gives a lease back.
	WriteLeaseRelease Statement = "write/lease_release"
	// WriteVersionOdd begins to publish.
	WriteVersionOdd Statement = "write/version_odd"
	// WriteVersionGuard ties a change's transaction to the lease.
	WriteVersionGuard Statement = "write/version_guard"
	// WriteVersionEven ends a publish.
	WriteVersionEven Statement = "write/version_even"
)
