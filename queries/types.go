// Package queries holds the questions that assay answers about a loaded repository, one question a file, and the
// shapes of the replies. The shapes are the same in CLI --json output, HTTP and, later, MCP.
package queries

import "time"

// Symbol names a definition, file or module in a reply. Lines are 1-based, paths relative to the repository with "/".
type Symbol struct {
	ID            string `json:"id"`
	Path          string `json:"path"`
	Name          string `json:"name"`
	QualifiedName string `json:"qualified_name"`
	Kind          string `json:"kind"`
	Language      string `json:"language"`
	StartLine     int    `json:"start_line"`
	EndLine       int    `json:"end_line"`
	Role          string `json:"role,omitempty"`
	External      bool   `json:"external,omitempty"`
}

// Site is a place in the source.
type Site struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Symbol string `json:"symbol"` // qualified name of the symbol that holds the line
	// Via is the edge type of a site that belongs to another one than its item's; absent otherwise.
	Via string `json:"via,omitempty"`
}

// Status says how complete a list is.
type Status string

// Complete: nothing that was read could add to the list. Partial: Reasons say what could. Unknown: not enough was read.
const (
	Complete Status = "complete"
	Partial  Status = "partial"
	Unknown  Status = "unknown"
)

// Envelope stands around every list.
type Envelope[T any] struct {
	Symbol     *Symbol    `json:"symbol,omitempty"` // the symbol asked about
	Items      []T        `json:"items"`
	Total      int        `json:"total"`
	Shown      int        `json:"shown"`
	Truncated  bool       `json:"truncated"`
	Cursor     string     `json:"cursor,omitempty"`
	Status     Status     `json:"status"`
	Reasons    []string   `json:"reasons"`
	Unresolved Unresolved `json:"unresolved"`
	Index      Index      `json:"index"`
}

// Unresolved counts the sites that could matter to the list, and shows the first of them.
type Unresolved struct {
	Total int              `json:"total"`
	Sites []UnresolvedSite `json:"sites"`
}

// UnresolvedSite is a call of the asked name whose target is not known, with the reason.
type UnresolvedSite struct {
	Site
	Name   string `json:"name"` // the name that is called
	Reason string `json:"reason"`
}

// Index is the freshness of what a reply was made from.
type Index struct {
	Version       int64   `json:"version"`
	Commit        string  `json:"commit,omitempty"`
	CurrentCommit string  `json:"current_commit,omitempty"` // of the repository's root now, where it can be read
	Behind        int     `json:"behind,omitempty"`         // commits between the two
	AgeSeconds    float64 `json:"age_s"`
	Dirty         bool    `json:"dirty"` // loaded from a work tree with uncommitted changes
	Status        string  `json:"status"`
	// LoadedAt is when the version was loaded; replies give its age instead.
	LoadedAt time.Time `json:"-"`
}

// Item is one symbol of a list of callers, callees or impact.
type Item struct {
	Symbol     Symbol  `json:"symbol"`
	Depth      int     `json:"depth"`
	Evidence   string  `json:"evidence"`
	Confidence float64 `json:"confidence"`
	Via        string  `json:"via"` // edge type that leads here: CALLS, REFERENCES, INHERITS
	How        string  `json:"how,omitempty"`
	Candidates int     `json:"candidates,omitempty"`
	// Through is the identifier of the next symbol on the way to the asked one; absent at depth 1.
	Through string `json:"through,omitempty"`
	Sites   []Site `json:"sites"`
}

// Impact is the reply to "what breaks if I change it": nearest first, callers of the same class and tests apart.
type Impact struct {
	Envelope[Item]
	SelfCallers      []Item `json:"self_callers"`
	SelfCallersTotal int    `json:"self_callers_total"`
	Tests            []Item `json:"tests"`
	TestsTotal       int    `json:"tests_total"`
}

// TestRef names a test as its runner does.
type TestRef struct {
	RunnerID  string `json:"runner_id"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Framework string `json:"framework"`
}

// TestItem is one test that executes, or may execute, the asked symbol.
type TestItem struct {
	Test   TestRef `json:"test"`
	Source string  `json:"source"` // evidence: observed, or exact / inferred for a static link
	How    string  `json:"how"`
	Phase  string  `json:"phase"` // "setup+call", ...
	Lines  []int   `json:"lines,omitempty"`
	// Stale is true of an observed test where what it executed was changed after the run that saw it.
	Stale      bool    `json:"stale,omitempty"`
	Confidence float64 `json:"confidence"`
	Rank       int     `json:"rank"`
}

// SymbolDetail is one definition with what hangs on it.
type SymbolDetail struct {
	Symbol
	Signature   string   `json:"signature,omitempty"`
	Doc         string   `json:"doc,omitempty"`
	Annotations []string `json:"annotations,omitempty"`
	Exported    bool     `json:"exported"`
	Parent      *Symbol  `json:"parent,omitempty"`
	Members     []Symbol `json:"members"`
	Callers     int      `json:"callers"`
	Callees     int      `json:"callees"`
	// CallersStatus is that of the list of callers: where it is partial there are at least so many. Unresolved counts the
	// uses of the name that could be further ones.
	CallersStatus Status `json:"callers_status"`
	Unresolved    int    `json:"unresolved"`
	// CoveredBy is how many tests executed it; absent where no run that could know was imported.
	CoveredBy     *int   `json:"covered_by,omitempty"`
	CoveredStatus Status `json:"covered_status"`
	FileStatus    string `json:"file_status"`
	// Reasons say why a number is not certain.
	Reasons []string `json:"reasons"`
	Index   Index    `json:"index"`
}

// Source is the text of a symbol as it was loaded.
type Source struct {
	Symbol Symbol `json:"symbol"`
	Text   string `json:"text"`
	SHA256 string `json:"sha256"` // of the whole file's bytes
	Index  Index  `json:"index"`
}

// Project describes one loaded repository.
type Project struct {
	Name      string           `json:"name"`
	Root      string           `json:"root"`
	Languages []string         `json:"languages"`
	Counts    map[string]int64 `json:"counts"`
	LoadedAt  time.Time        `json:"loaded_at"`
	Index     Index            `json:"index"`
}

// Statistics counts what a project consists of.
type Statistics struct {
	Project    string           `json:"project"`
	Nodes      map[string]int64 `json:"nodes"`    // by label
	Edges      map[string]int64 `json:"edges"`    // by type
	Evidence   map[string]int64 `json:"evidence"` // edges by kind of evidence
	Files      map[string]int64 `json:"files"`    // files by status
	Unresolved int64            `json:"unresolved"`
	// Reasons counts the unresolved sites by reason, the most frequent first.
	Reasons []ReasonCount `json:"reasons"`
	Index   Index         `json:"index"`
}

// ReasonCount is a reason with the number of sites that it explains.
type ReasonCount struct {
	Reason string `json:"reason"`
	Sites  int64  `json:"sites"`
}
