// Package coverage turns what coverage.py recorded per test into observed TESTS edges: from each test to the innermost
// function of every line that it executed, with the lines and the phases. Nothing is taken from a recording whose files
// are not the loaded ones, and nothing is guessed: what cannot be assigned to one test is counted in the report.
package coverage

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"assay/internal/fault"
	"assay/internal/graph"
)

// Options say what to import into which project.
type Options struct {
	Project string
	// Root is the folder of the work tree that ran; empty for the root that the project was loaded from.
	Root string
	// File is a data file of coverage.py (.coverage) or the report of `coverage json --show-contexts`.
	File string
}

// Report is the outcome of an import, as `assay import coverage --json` prints it.
type Report struct {
	Project   string `json:"project"`
	Version   int64  `json:"version"`
	Run       int    `json:"run"`     // ordinal of the run
	Changed   bool   `json:"changed"` // false when this file was imported before
	Format    string `json:"format"`
	Contexts  int    `json:"contexts"`  // that name a test
	Tests     int    `json:"tests"`     // that executed at least one loaded function
	NewTests  int    `json:"new_tests"` // that no load knew: made while the tests were collected
	Functions int    `json:"functions"` // that at least one test executed
	Edges     int    `json:"edges"`     // TESTS edges of this run
	// ImportLines counts lines outside of functions that ran in the window of a test: the test was the first to import
	// the file. They link nothing.
	ImportLines int `json:"import_lines"`
	// Ambiguous counts one-line functions ("def f(): return 1") of which the recording does not tell whether they were
	// called or only defined.
	Ambiguous int `json:"ambiguous"`
	// Unmatched are contexts that could not be assigned to one test.
	Unmatched []Unmatched `json:"unmatched"`
	// Outside are measured files that are not loaded as Python: of libraries, and templates whose code was run.
	Outside []string           `json:"outside"`
	Seconds map[string]float64 `json:"seconds"` // by phase: read, write, total
}

// Unmatched is a context of which the executed lines link nothing.
type Unmatched struct {
	Context string `json:"context"`
	Reason  string `json:"reason"`
}

// linking assigns the lines of one recording to tests and functions of one project.
type linking struct {
	from    *opened
	to      *project
	files   *fileIndex
	tests   *testIndex
	mapped  mapping
	sources *verifier
	found   map[string]match // by context
	report  *Report
	edges   []graph.Edge
	linked  map[int]bool            // tests with an edge
	lines   int                     // recorded of loaded files while a known test ran
	seen    map[int]map[string]bool // parameter sets by test
}

// match is the test that a context belongs to.
type match struct {
	test  int
	phase graph.Phase
}

// newLinking matches the files and contexts of a recording with those of a project.
func newLinking(from *opened, to *project) *linking {
	files := newFileIndex(to.Root, from.path, to.Files)
	l := &linking{from: from, to: to, files: files, tests: newTestIndex(to.Tests, files), mapped: files.mapFiles(from.Files()),
		sources: &verifier{files: files, functions: to.Functions, written: from.written,
			layouts: map[string]*layout{}, hashes: map[string][]int64{}, faults: map[string]string{}},
		found: map[string]match{}, linked: map[int]bool{}, seen: map[int]map[string]bool{},
		report: &Report{Project: to.Name, Format: from.Format(), Unmatched: []Unmatched{}, Outside: []string{}}}
	l.report.Outside = append(l.report.Outside, l.mapped.outside...)
	l.matchContexts()
	return l
}

func (l *linking) matchContexts() {
	for _, context := range l.from.Contexts() {
		if context == "" {
			continue
		}
		at, place, reason := l.tests.find(context)
		if reason != "" {
			l.report.Unmatched = append(l.report.Unmatched, Unmatched{context, reason})
			continue
		}
		l.report.Contexts++
		l.found[context] = match{at, place.phase}
		if l.seen[at] == nil {
			l.seen[at] = map[string]bool{}
		}
		l.seen[at][place.parameters] = true
	}
}

// verify refuses a recording of other files than the loaded ones: measured files, and the files of the tests that ran.
func (l *linking) verify(ctx context.Context) error {
	for _, path := range l.mapped.loaded {
		l.sources.check(path)
	}
	for _, match := range l.found {
		l.sources.check(l.tests.tests[match.test].Path)
	}
	err := l.from.Lines(ctx, func(measured string, lines map[string][]int) error {
		path, ok := l.mapped.loaded[measured]
		l.sources.fits(path, lines)
		for context, executed := range lines {
			if _, known := l.found[context]; ok && known {
				l.lines += len(executed)
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	if err := l.sources.refusal(l.to.Name); err != nil {
		return err
	}
	return l.unrelated()
}

// unrelated refuses a recording that says nothing of the project: as a run it would turn "not known" into "no test".
func (l *linking) unrelated() error {
	var why string
	switch {
	case len(l.mapped.loaded) == 0:
		why = "none of the " + measuredFiles(l.report.Outside) + " is loaded"
	case len(l.found) == 0:
		why = fmt.Sprintf("none of its contexts is a test of the project, such as %q: %s", l.report.Unmatched[0].Context, l.report.Unmatched[0].Reason)
	case l.lines == 0:
		why = "it holds no line of a loaded file that a test executed"
	default:
		return nil
	}
	return fault.New(fault.Invalid, "the recording says nothing of project %q: %s", l.to.Name, why).
		Fix("name the project whose tests ran: --project NAME").
		Fix("name the folder in which they ran: --root DIR").
		Fix("record it of the loaded files: %s", howToRecord)
}

// measuredFiles names measured files by their number and the first one.
func measuredFiles(paths []string) string {
	if len(paths) == 0 {
		return "0 measured files"
	}
	return fmt.Sprintf("measured files (%d, such as %q)", len(paths), paths[0])
}

// run makes the edges, one measured file at a time.
func (l *linking) run(ctx context.Context) error {
	functions := map[string]bool{}
	err := l.from.Lines(ctx, func(measured string, lines map[string][]int) error {
		path, ok := l.mapped.loaded[measured]
		if !ok {
			return nil
		}
		edges := l.link(path, lines)
		for _, edge := range edges {
			functions[edge.To] = true
		}
		l.edges = append(l.edges, edges...)
		return nil
	})
	l.report.Functions, l.report.Edges, l.report.Tests = len(functions), len(l.edges), len(l.linked)
	return err
}

// pair is a test and a function of one file.
type pair struct{ test, function int }

// link makes the edges to the functions of one file.
func (l *linking) link(path string, lines map[string][]int) []graph.Edge {
	edges := map[pair]*graph.Edge{}
	for _, context := range slices.Sorted(maps.Keys(lines)) {
		match, ok := l.found[context]
		if !ok {
			continue
		}
		ran := l.sources.layouts[path].execute(lines[context])
		l.report.ImportLines += ran.module
		l.report.Ambiguous += ran.ambiguous
		for function, executed := range ran.functions {
			edge := l.edge(edges, pair{match.test, function}, path)
			edge.Phases |= match.phase
			edge.Lines = append(edge.Lines, executed...)
		}
	}
	return sorted(edges)
}

func (l *linking) edge(edges map[pair]*graph.Edge, key pair, path string) *graph.Edge {
	if edge, ok := edges[key]; ok {
		return edge
	}
	l.linked[key.test] = true
	edges[key] = &graph.Edge{From: l.tests.tests[key.test].ID, To: l.to.Functions[path][key.function].ID,
		Type: graph.EdgeTests, Evidence: graph.Observed, How: "coverage.py", Candidates: 1}
	return edges[key]
}

func sorted(edges map[pair]*graph.Edge) []graph.Edge {
	list := make([]graph.Edge, 0, len(edges))
	for _, edge := range edges {
		slices.Sort(edge.Lines)
		edge.Lines = slices.Compact(edge.Lines)
		list = append(list, *edge)
	}
	slices.SortFunc(list, func(a, b graph.Edge) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return list
}
