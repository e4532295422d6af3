package queries

import (
	"path"
	"strings"

	"assay/internal/graph"
)

// Hub is a symbol with the number of the edges that make it one.
type Hub struct {
	Symbol Symbol
	Degree int
}

// Hubs are those of a project, the greatest first.
type Hubs struct {
	Snapshot
	Calls, Tests           []Hub
	CallBorder, TestBorder int // degree from which a symbol is a hub; 0 when it was never found out
	TestsRan               int
	Dated                  bool // the project was loaded before there were hubs
}

// FileQuery asks for files by path; empty texts match all.
type FileQuery struct {
	Prefix, Role, Language, Status string
	Skip, Limit                    int
}

// Files is a page of files, and how many there are.
type Files struct {
	Snapshot
	Total int
	Rows  []File
}

// PackageQuery asks for packages by the beginning of their names.
type PackageQuery struct {
	Prefix      string
	Skip, Limit int
}

// Packages is a page of packages, and how many there are.
type Packages struct {
	Snapshot
	Total int
	Rows  []Package
}

// NeighbourhoodQuery asks for what is one edge away from a symbol, Limit nodes of each type and direction.
type NeighbourhoodQuery struct {
	ID           string
	Evidence     []string
	ExcludeTests bool
	Limit        int
}

// Surroundings are everything one edge away, by type of edge and direction.
type Surroundings struct {
	Snapshot
	Groups []SurroundingGroup
}

// SurroundingGroup holds the first nodes at the edges of one type in one direction, "out" or "in", by path and line. The
// paths and holders of their links are not set.
type SurroundingGroup struct {
	Type, Direction string
	Total           int
	Rows            []Neighbour
}

// Kinds of nodes that are no symbols, in the shape of a symbol.
const (
	kindFile       = "file"
	kindTestNode   = "test"
	kindUnresolved = "unresolved"
)

// TestSymbol is the shape of a test: its qualified name is its runner's identifier.
func TestSymbol(id string, test TestRef) Symbol {
	return Symbol{
		ID: id, Path: test.Path, Name: test.RunnerID[strings.LastIndex(test.RunnerID, "::")+1:], QualifiedName: test.RunnerID, Kind: kindTestNode,
		StartLine: test.Line, EndLine: test.Line, Role: string(graph.RoleTest),
	}
}

// FileSymbol is the shape of a file.
func FileSymbol(file, language, role string) Symbol {
	return Symbol{ID: file, Path: file, Name: path.Base(file), QualifiedName: file, Kind: kindFile, Language: language, Role: role}
}

// NodeSymbol is the shape of a node without a place: a package, a run of tests, or a name that could not be resolved.
func NodeSymbol(label graph.Label, id, name string) Symbol {
	kind := strings.ToLower(string(label))
	if label == graph.LabelName {
		kind = kindUnresolved
	}
	if name == "" {
		name = id
	}
	return Symbol{ID: id, Name: name, QualifiedName: name, Kind: kind}
}
