package queries

import (
	"context"
	"strings"
	"time"

	"assay/internal/graph"
)

// Reader is what the questions need of a store. Each method reads one published version of a project and gives it with
// its result; a project that is not loaded is fault.NotFound. Every read is bounded by the numbers it is given.
type Reader interface {
	// Projects gives the newest snapshot of every loaded project, ordered by name.
	Projects(ctx context.Context) ([]Snapshot, error)
	// Lookup finds the definitions that a spelling names exactly.
	Lookup(ctx context.Context, project string, lookup Lookup) (Matches, error)
	// Suggest gives definitions and modules whose spelling is like one that was not found.
	// Nothing to compare with gives the snapshot alone.
	Suggest(ctx context.Context, project string, like Like) (Matches, error)
	// Body gives a class or module with everything defined inside it, ordered by line, at most limit.
	Body(ctx context.Context, project string, of Symbol, limit int) (Body, error)
	// Detail describes one definition.
	Detail(ctx context.Context, project string, query DetailQuery) (Detail, error)
	// Blind gives by what a method may be called although no edge says so.
	Blind(ctx context.Context, project, id string) (Blind, error)
	// Text gives the text of a file as it was loaded.
	Text(ctx context.Context, project, path string) (Text, error)
	// Callers gives the symbols with an edge into the targets, and the unresolved sites that may be one.
	Callers(ctx context.Context, project string, query NeighbourQuery) (Neighbours, error)
	// Callees gives the symbols that the targets have an edge into, and the targets' own unresolved sites.
	Callees(ctx context.Context, project string, query NeighbourQuery) (Neighbours, error)
	// Reach gives the symbols from which chains of edges lead to the targets, nearest first.
	Reach(ctx context.Context, project string, query ReachQuery) (Reach, error)
	// Covering gives the tests that executed, and those that by the text may execute, one of the targets.
	Covering(ctx context.Context, project string, query CoveringQuery) (Covering, error)
	// Search gives the definitions and files that bear a word.
	Search(ctx context.Context, project string, query SearchQuery) (Found, error)
	// Hubs gives the symbols that very many use and those that most tests execute.
	Hubs(ctx context.Context, project string) (Hubs, error)
	// Files gives a page of the files by path.
	Files(ctx context.Context, project string, query FileQuery) (Files, error)
	// Packages gives a page of the packages by name.
	Packages(ctx context.Context, project string, query PackageQuery) (Packages, error)
	// Neighbourhood gives what is one edge away from a symbol.
	Neighbourhood(ctx context.Context, project string, query NeighbourhoodQuery) (Surroundings, error)
	// TestParts gives the functions that tests run and the fixtures that they ask for.
	TestParts(ctx context.Context, project string, query TestPartsQuery) (TestParts, error)
	// Texts gives the texts of some files as they were loaded.
	Texts(ctx context.Context, project string, paths []string) (Texts, error)
	// Statistics counts a project.
	Statistics(ctx context.Context, project string) (Counts, error)
	// Nodes gives a page of the project's nodes in the order of an export.
	Nodes(ctx context.Context, project string, page ExportPage) (ExportNodes, error)
	// Edges gives the edges that leave a page of the project's nodes, in the order of an export.
	Edges(ctx context.Context, project string, page ExportPage) (ExportEdges, error)
}

// Snapshot is the published version that a result was read from.
type Snapshot struct {
	Project       string
	Root          string
	Version       int64
	Commit        string
	Branch        string
	Dirty         bool
	Status        string
	CreatedAt     time.Time
	Languages     []string
	ExtractorHash string
	Counts        map[string]int64
}

// Lookup is one exact spelling. Exactly one of ID, Path and Names is the way to find it.
type Lookup struct {
	// ID is a full identifier. When it names nothing and Path is set, the path form is tried.
	ID string
	// Path is a file; with Line every definition that holds the line and the module, with QualifiedName the definitions
	// of that name, with neither the module.
	Path          string
	Line          int
	QualifiedName string
	// Name is the last segment of a dotted spelling; Dotted the whole of it, and Splits the ways to read its front as
	// a module.
	Name   string
	Dotted string
	Splits []Split
	Limit  int
}

// Split reads a dotted spelling as a qualified name inside the file of a module.
type Split struct {
	QualifiedName string
	// Endings are what "/" + the path of the file may end in: "/pkg/mod.py", "/pkg/mod/__init__.py".
	Endings []string
}

// Offered reads the qualified name as one that the module imports, and what is meant inside of that.
func (s Split) Offered() (name, rest string) {
	name, rest, _ = strings.Cut(s.QualifiedName, ".")
	return name, rest
}

// Matches are the definitions that a lookup found: the first ones, source before tests, by path and line, and how many
// there are.
type Matches struct {
	Snapshot
	Total   int
	Symbols []Symbol
	// FileLines is the length of the file of a lookup by path; 0 when no such file is loaded.
	FileLines int
}

// Like says what is like a spelling: names that start with a prefix, or files whose path ends, whatever the case, in
// "/" and Ending. Limit bounds what each of them gives, in the order of the names.
type Like struct {
	Prefixes []string
	Ending   string // lower case
	Limit    int
}

// Body is a class or module with what is inside it.
type Body struct {
	Snapshot
	Total   int
	Symbols []Symbol
}

// DetailQuery asks for a definition. Targets are the symbols that stand for it when callers are counted, Inside those
// that stand for it when callees and tests are.
type DetailQuery struct {
	ID      string
	Targets []string
	Inside  []string
	File    string // of a module: its importers are callers, its tests count
	Members int    // members shown
}

// Detail is a definition with its neighbourhood in numbers.
type Detail struct {
	Snapshot
	Symbol     SymbolDetail
	FileReason string
}

// Text is the text of a file as it was loaded.
type Text struct {
	Snapshot
	GZ     []byte // gzip; nil when the file's text was not kept
	SHA256 string
	Status string
	Reason string
}

// NeighbourQuery asks for the symbols around targets.
type NeighbourQuery struct {
	Targets []string
	// Names are the identifiers of the Name nodes whose MAY_CALL edges could mean the targets (callers only).
	Names        []string
	Evidence     []string
	ExcludeTests bool
	// ImportsOf adds the modules that import this file (callers of a module); empty adds none.
	ImportsOf string
	// File is the file whose state comes with the reply.
	File  string
	Skip  int
	Limit int
	Sites int // unresolved sites shown
}

// Neighbours are symbols with the edges between them and the targets: source first, then tests, by path and line.
type Neighbours struct {
	Snapshot
	Total      int
	Rows       []Neighbour
	Unresolved Unresolved
	FileStatus string
	FileReason string
}

// Neighbour is one symbol beside the targets.
type Neighbour struct {
	Symbol Symbol
	Links  []Link
}

// Link is one edge of a neighbour. Path and Symbol say where its lines are.
type Link struct {
	Type       string
	Evidence   string
	How        string
	Candidates int
	Lines      []int
	Path       string
	Holder     string // qualified name of the symbol that holds the lines
}

// ReachQuery asks which symbols lead to the targets.
type ReachQuery struct {
	Targets  []string
	Names    []string
	Evidence []string
	Depth    int // at most MaxDepth
	Limit    int // symbols counted, the nearest
	// Wanted is how many of the others, of the tests and of the own symbols are given with their edges: the first of each
	// as near as the last of the others, and everything nearer, which a chain of edges may lead through.
	Wanted int
	// OwnPath and OwnPrefix tell the symbols of the targets' own class: their file and the beginning of their
	// qualified names without marks of local scopes. Empty for targets that are no members.
	OwnPath   string
	OwnPrefix string
	// ImportsOf adds, at depth 1, the modules that import this file; nothing is followed behind them. Empty adds none.
	ImportsOf string
	Sites     int
}

// Reach is the nearest part of what leads to the targets, by depth and identifier.
type Reach struct {
	Snapshot
	// Others, Tests and Own count what was reached, in three parts that do not overlap.
	Others, Tests, Own int
	// More is true when the limit cut the search: the numbers are those of the nearest symbols.
	More  bool
	Rows  []ReachRow
	Edges []ReachEdge // of the rows, at least those to a row or target one step nearer
	// Unresolved are the sites that may call a target; Frontier counts those that call
	// another name of a reached symbol, and so may lead further.
	Unresolved Unresolved
	Frontier   int
	// Special counts the special methods from which the walk went on.
	Special int
}

// ReachRow is one symbol at its shortest distance.
type ReachRow struct {
	Symbol Symbol
	Depth  int
}

// ReachEdge is an edge of a row.
type ReachEdge struct {
	From, To string
	Link
}

// CoveringQuery asks for the tests of targets.
type CoveringQuery struct {
	Targets []string
	// File counts the tests that import this file as observed; empty counts none.
	File string
	// Path is the file that defines the targets.
	Path     string
	Names    []string
	Observed bool         // whether observed tests are wanted
	Passes   []StaticPass // static searches, the strongest first
	Reach    int          // symbols searched from one target
	Limit    int          // tests of each source
	Sites    int
}

// StaticPass is a search by calls of the allowed evidence; what it finds first is of its evidence. Chains of calls are
// followed over at most StaticCalls edges.
type StaticPass struct {
	Evidence string
	Allowed  []string
}

// Covering are the tests of targets: observed by executing, static by reading.
type Covering struct {
	Snapshot
	Measured
	Observed   []ObservedTest
	Static     []StaticTest
	More       bool // a limit cut one of the lists
	Unresolved Unresolved
}

// ObservedTest is a test that executed a target.
type ObservedTest struct {
	ID     string
	Test   TestRef
	Phases graph.Phase
	Lines  []int
	How    string
	Hits   []Execution
}

// Execution is a symbol that a test executed, with the ordinal of the run that saw it last.
type Execution struct {
	To  string
	Run int
}

// StaticTest is a test from which calls lead to a target by the text alone.
type StaticTest struct {
	ID       string
	Test     TestRef
	Calls    int    // length of the chain of calls behind the test's body or fixture
	Evidence string // exact when a chain of exact edges exists, else inferred
}

// Counts are the numbers of a project.
type Counts struct {
	Snapshot
	Nodes      map[string]int64
	Edges      map[string]int64
	Evidence   map[string]int64
	Files      map[string]int64
	Reasons    map[string]int64 // unresolved sites by reason
	Unresolved int64
}

// ExportPage is a part of an export: nodes of one label group behind an identifier.
type ExportPage struct {
	Group string
	After string
	Limit int
}

// ExportNodes is a page of nodes; Last is the identifier to go on behind, empty at the end of the group.
type ExportNodes struct {
	Snapshot
	Nodes []ExportNode
	Last  string
}

// ExportEdges is a page of edges; Last as in ExportNodes.
type ExportEdges struct {
	Snapshot
	Edges []ExportEdge
	Last  string
}

// ExportNode is a node with its labels and properties; absent values are left out.
type ExportNode struct {
	Labels []string
	ID     string
	Props  map[string]any
}

// ExportEdge is an edge with its properties.
type ExportEdge struct {
	Type     string
	From, To string
	Props    map[string]any
}
