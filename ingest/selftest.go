package ingest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/internal/fault"
	"assay/internal/graph"
)

// check is the self-test before publishing, and the place where a strict load ends that missed something.
func (b *builder) check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b.progress("check", 0, 0)
	if b.options.Strict && len(b.report.Skipped) > 0 {
		return strictFault(b.report.Skipped)
	}
	return SelfTest(b.graph)
}

// maxFaults bounds the faults that a failed self-test names.
const maxFaults = 5

// SelfTest refuses a graph that contradicts itself: such a graph comes from a fault in assay, never from a repository.
// Identifiers are unique over all kinds, both ends of each edge exist, lines lie within their files, one edge stands per
// ends, type and evidence, and production code calls no test unless its file imports test code.
func SelfTest(g *graph.Graph) error {
	t := &selfTest{nodes: make(map[string]*node, len(g.Files)+len(g.Symbols)+len(g.Tests)+len(g.Names)+len(g.Externals))}
	t.addNodes(g)
	t.checkSymbols(g)
	t.checkEdges(g)
	if t.count == 0 {
		return nil
	}
	return fault.New(fault.Internal, "the graph failed its self-test, nothing was published (%d faults): %s",
		t.count, strings.Join(t.faults, "; ")).Fix("this is a fault in assay: please report it with these words")
}

// node is what edges are checked against.
type node struct {
	index int32
	label graph.Label
	role  graph.Role
	lines int // of the file it lies in; -1 when lines mean nothing
}

type selfTest struct {
	nodes  map[string]*node
	asking map[string]bool // files of production code that import test code
	faults []string
	count  int
}

func (t *selfTest) fault(format string, args ...any) {
	t.count++
	if len(t.faults) < maxFaults {
		t.faults = append(t.faults, fmt.Sprintf(format, args...))
	}
}

func (t *selfTest) add(id string, n node) {
	switch {
	case id == "":
		t.fault("a %s has no identifier", n.label)
	case t.nodes[id] != nil:
		t.fault("%q is the identifier of a %s and a %s", id, t.nodes[id].label, n.label)
	default:
		n.index = int32(len(t.nodes))
		t.nodes[id] = &n
	}
}

func (t *selfTest) addNodes(g *graph.Graph) {
	for i := range g.Files {
		f := &g.Files[i]
		lines := f.Lines
		if f.Status != graph.FileParsed && f.Status != graph.FilePartial {
			lines = -1
		}
		t.add(f.Path, node{label: graph.LabelFile, role: f.Role, lines: lines})
	}
	for i := range g.Packages {
		t.add(graph.PackageID(g.Packages[i].Name), node{label: graph.LabelPackage, lines: -1})
	}
	for i := range g.Symbols {
		s := &g.Symbols[i]
		t.add(s.ID, node{label: graph.LabelSymbol, role: s.Role, lines: t.linesOf(s.Path)})
	}
	for i := range g.Tests {
		t.add(g.Tests[i].ID, node{label: graph.LabelTest, role: graph.RoleTest, lines: t.linesOf(g.Tests[i].Path)})
	}
	for i := range g.Names {
		t.add(graph.NameID(g.Names[i].Name), node{label: graph.LabelName, lines: -1})
	}
	for i := range g.Externals {
		e := &g.Externals[i]
		t.add(graph.ExternalID(e.Ecosystem, e.QualifiedName), node{label: graph.LabelExternal, lines: -1})
	}
}

func (t *selfTest) linesOf(path string) int {
	if file := t.nodes[path]; file != nil && file.label == graph.LabelFile {
		return file.lines
	}
	return -1
}

func (t *selfTest) checkSymbols(g *graph.Graph) {
	for i := range g.Symbols {
		s := &g.Symbols[i]
		file := t.nodes[s.Path]
		switch {
		case file == nil || file.label != graph.LabelFile:
			t.fault("symbol %q lies in %q, which is no file", s.ID, s.Path)
		case file.lines < 0:
			if s.Kind != graph.KindModule {
				t.fault("symbol %q lies in a file that was not read", s.ID)
			}
		case s.StartLine < 1 || s.EndLine < s.StartLine || s.EndLine > max(file.lines, 1):
			t.fault("symbol %q spans lines %d to %d of %d", s.ID, s.StartLine, s.EndLine, file.lines)
		}
	}
	for i := range g.Tests {
		s := &g.Tests[i]
		if file := t.nodes[s.Path]; file == nil || file.label != graph.LabelFile {
			t.fault("test %q lies in %q, which is no file", s.ID, s.Path)
		}
	}
}

// ends identify an edge: there is one for each. Nodes stand by number, which takes a fifth of the memory.
type ends struct {
	from, to int32
	rule     int32 // number of type and evidence
}

func (t *selfTest) checkEdges(g *graph.Graph) {
	seen := make(map[ends]struct{}, len(g.Edges))
	rules := map[[2]string]int32{}
	t.findAsking(g)
	for i := range g.Edges {
		e := &g.Edges[i]
		from, to := t.nodes[e.From], t.nodes[e.To]
		switch {
		case from == nil:
			t.fault("%s starts nowhere", describe(e))
			continue
		case to == nil:
			t.fault("%s ends nowhere", describe(e))
			continue
		}
		rule := [2]string{string(e.Type), string(e.Evidence)}
		if _, ok := rules[rule]; !ok {
			rules[rule] = int32(len(rules))
		}
		key := ends{from.index, to.index, rules[rule]}
		if _, ok := seen[key]; ok {
			t.fault("%s stands twice", describe(e))
		}
		seen[key] = struct{}{}
		t.checkEdge(e, from, to)
	}
}

// findAsking notes the files of production code that import test code in so many words.
func (t *selfTest) findAsking(g *graph.Graph) {
	t.asking = map[string]bool{}
	for i := range g.Edges {
		e := &g.Edges[i]
		if to := t.nodes[e.To]; e.Type == graph.EdgeImports && to != nil && to.role == graph.RoleTest {
			t.asking[e.From] = true
		}
	}
}

func (t *selfTest) checkEdge(e *graph.Edge, from, to *node) {
	switch {
	case e.Type == "" || !slices.Contains(graph.AllEvidence, e.Evidence):
		t.fault("%s has no type or evidence (%q)", describe(e), e.Evidence)
	case e.Type == graph.EdgeCalls && from.role == graph.RoleSource && to.role == graph.RoleTest && !t.asking[fileOf(e.From)]:
		t.fault("%s leads from production code into a test", describe(e))
	}
	if !slices.IsSorted(e.Lines) {
		t.fault("%s has lines out of order", describe(e))
	}
	if n := len(e.Lines); n > 0 && (e.Lines[0] < 1 || from.lines >= 0 && e.Lines[n-1] > max(from.lines, 1)) {
		t.fault("%s has a line outside of its file: %v of %d", describe(e), e.Lines, from.lines)
	}
}

// fileOf is the path in an identifier.
func fileOf(id string) string {
	path, _, _ := strings.Cut(id, "::")
	return path
}

func describe(e *graph.Edge) string {
	return fmt.Sprintf("edge %.200q -%s-> %.200q", e.From, e.Type, e.To)
}
