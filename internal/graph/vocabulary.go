// Package graph is the vocabulary that every part of assay shares: labels, edge types, kinds of evidence, the rows of
// which a loaded repository consists, and the rules by which identifiers are made. It knows nothing of Neo4j or Go
// parsing; cypher writes these rows, languages produce them, queries read them.
package graph

// Label is a node label of the graph.
type Label string

// Labels of the graph. Symbol is carried by every Class, Function, Variable and module, beside its own label.
const (
	LabelProject    Label = "Project"
	LabelSnapshot   Label = "Snapshot"
	LabelFile       Label = "File"
	LabelPackage    Label = "Package"
	LabelSymbol     Label = "Symbol"
	LabelClass      Label = "Class"
	LabelFunction   Label = "Function"
	LabelVariable   Label = "Variable"
	LabelTest       Label = "Test"
	LabelFixture    Label = "Fixture"
	LabelName       Label = "Name"
	LabelExternal   Label = "External"
	LabelRun        Label = "Run"
	LabelCounter    Label = "Counter"
	LabelRuntimeKey Label = "RuntimeKey"
	LabelContract   Label = "Contract"
	LabelSection    Label = "Section"
	LabelJob        Label = "Job"
	LabelJobQueue   Label = "JobQueue"
)

// EdgeType is a relationship type of the graph.
type EdgeType string

// Edge types of the graph; docs/schema.md says which labels each connects.
const (
	EdgeContains    EdgeType = "CONTAINS"
	EdgeDefines     EdgeType = "DEFINES"
	EdgeImports     EdgeType = "IMPORTS"
	EdgeCalls       EdgeType = "CALLS"
	EdgeReferences  EdgeType = "REFERENCES"
	EdgeMayCall     EdgeType = "MAY_CALL"
	EdgeInherits    EdgeType = "INHERITS"
	EdgeImplements  EdgeType = "IMPLEMENTS"
	EdgeOverrides   EdgeType = "OVERRIDES"
	EdgeInjects     EdgeType = "INJECTS"
	EdgeBinds       EdgeType = "BINDS"
	EdgeRuns        EdgeType = "RUNS"
	EdgeTests       EdgeType = "TESTS"
	EdgeCoveredBy   EdgeType = "COVERED_BY"
	EdgeUsesFixture EdgeType = "USES_FIXTURE"
	EdgeRequires    EdgeType = "REQUIRES"
	EdgeReplaces    EdgeType = "REPLACES"
	EdgePublished   EdgeType = "PUBLISHED"
)

// Evidence says how an edge is known.
type Evidence string

// The kinds of evidence, strongest first.
const (
	// Observed: seen while a program ran.
	Observed Evidence = "observed"
	// Exact: the language's own rules give one target.
	Exact Evidence = "exact"
	// Inferred: types or framework rules narrow the target to a set.
	Inferred Evidence = "inferred"
	// Guess: a hint, never more.
	Guess Evidence = "guess"
)

// AllEvidence lists every kind of evidence, strongest first.
var AllEvidence = []Evidence{Observed, Exact, Inferred, Guess}

// Confidence derives a number between 0 and 1 from evidence and the size of the candidate set. Observed and exact edges
// are certain as far as the method goes (1.0 and 0.95: the static rules cannot see monkeypatching); an inferred edge
// is one of a set (0.8 spread over the set); a guess never exceeds 0.3. docs/schema.md prints this table.
func (e Evidence) Confidence(candidates int) float64 {
	switch e {
	case Observed:
		return 1
	case Exact:
		return 0.95
	case Inferred:
		return 0.8 / float64(max(candidates, 1))
	default:
		return 0.3 / float64(max(candidates, 1))
	}
}

// Role says what a file or symbol is for.
type Role string

// Roles of files and symbols. Symbols use source, test and fixture only.
const (
	RoleSource    Role = "source"
	RoleTest      Role = "test"
	RoleFixture   Role = "fixture"
	RoleConfig    Role = "config"
	RoleDoc       Role = "doc"
	RoleGenerated Role = "generated"
	RoleVendored  Role = "vendored"
	RoleOther     Role = "other"
)

// FileStatus says how much of a file was understood.
type FileStatus string

// File states: parsed whole, partly (Reason says why), skipped (Reason says why), or listed without being source.
const (
	FileParsed  FileStatus = "parsed"
	FilePartial FileStatus = "partial"
	FileSkipped FileStatus = "skipped"
	FileListed  FileStatus = "listed"
)

// SnapshotStatus is the state of a published version.
type SnapshotStatus string

// Snapshot states.
const (
	SnapshotBuilding SnapshotStatus = "building"
	SnapshotReady    SnapshotStatus = "ready"
	SnapshotPartial  SnapshotStatus = "partial"
	SnapshotFailed   SnapshotStatus = "failed"
)

// Phase is a set of test phases as bits: an edge TESTS holds the phases in which a test executed a symbol.
type Phase uint8

// Phases of a test.
const (
	PhaseSetup Phase = 1 << iota
	PhaseCall
	PhaseTeardown
	PhaseImport
)
