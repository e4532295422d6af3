package python

import (
	"cmp"
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// linker collects edges: one for each ends, type and evidence, with all lines. All edges of one source stand in one
// file, so the linker forgets what it knows when a file is done.
type linker struct {
	model     *Model
	edges     []graph.Edge // done files first
	done      int          // of edges
	index     map[linkKey]int
	lines     []int // room for the first lines of edges
	names     map[string]bool
	externals map[string]graph.External // by dotted name
	// defined are the names that some definition of the repository bears.
	defined map[string]bool
	// special are the names by which the language calls methods that some class of the repository defines.
	special map[string]bool
	// moduleHooks is true when some file defines a function __getattr__ for its missing names.
	moduleHooks bool
	// borne remembers which patterns of names some definition fits.
	borne map[string]bool
	// readable are the names of the functions of classes and files, with what an attribute of that name may be.
	readable map[string]string
}

// readAs notes what an attribute of a definition's name may be, and whether the language calls it.
func (l *linker) readAs(d *Definition) {
	if isSpecial(d.Name) && d.Kind != facts.Class || d.Name == "keys" {
		l.special[d.Name] = true
		l.moduleHooks = l.moduleHooks || d.Name == "__getattr__" && d.Outer == nil
	}
	switch {
	case d.Kind != facts.Function || d.Outer != nil && d.Owner == nil:
	case d.Owner != nil && d.isProperty():
		l.readable[d.Name] = asProperty
	case l.readable[d.Name] == "":
		l.readable[d.Name] = asMethod
	}
}

type linkKey struct {
	from, to string
	kind     graph.EdgeType
	evidence graph.Evidence
}

func newLinker(m *Model) *linker {
	room := 0 // more than is needed: pages that nothing is written to cost nothing, copies of a full list do
	for _, module := range m.Modules {
		room += len(module.Facts.Sites) + 2*(len(module.Facts.Definitions)+len(module.Facts.Imports))
	}
	return &linker{
		edges: make([]graph.Edge, 0, room),
		model: m, index: map[linkKey]int{}, names: map[string]bool{}, externals: map[string]graph.External{},
		defined: map[string]bool{}, readable: map[string]string{},
		special: map[string]bool{}, borne: map[string]bool{},
	}
}

// add keeps an edge; of edges that differ in more than lines, reasons and the size of the set the first stays.
func (l *linker) add(e graph.Edge, line int32) {
	key := linkKey{e.From, e.To, e.Type, e.Evidence}
	i, found := l.index[key]
	if !found {
		i = len(l.edges)
		l.index[key] = i
		e.Candidates = max(e.Candidates, 1)
		e.Lines = l.room()
		l.edges = append(l.edges, e)
	}
	known := &l.edges[i]
	known.Candidates = max(known.Candidates, e.Candidates)
	if e.Reason != known.Reason && !slices.Contains(strings.Split(known.Reason, "; "), e.Reason) {
		known.Reason += "; " + e.Reason
	}
	if known.Alias == "" {
		known.Alias = e.Alias
	}
	if n := len(known.Lines); line > 0 && (n == 0 || known.Lines[n-1] != int(line)) {
		known.Lines = append(known.Lines, int(line))
	}
}

// only adds an edge without lines that cannot be there yet.
func (l *linker) only(e graph.Edge) {
	e.Candidates = 1
	l.edges = append(l.edges, e)
}

// room gives an empty list with place for one line.
func (l *linker) room() []int {
	if len(l.lines) == 0 {
		l.lines = make([]int, 4096)
	}
	list := l.lines[:0:1]
	l.lines = l.lines[1:]
	return list
}

// endFile puts the edges of a file into their final form and order.
func (l *linker) endFile() {
	list := l.edges[l.done:]
	for i := range list {
		e := &list[i]
		if !slices.IsSorted(e.Lines) {
			slices.Sort(e.Lines)
			e.Lines = slices.Compact(e.Lines)
		}
		if strings.Contains(e.Reason, "; ") {
			reasons := strings.Split(e.Reason, "; ")
			slices.Sort(reasons)
			e.Reason = strings.Join(reasons, "; ")
		}
	}
	slices.SortFunc(list, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Type, b.Type), cmp.Compare(a.To, b.To),
			cmp.Compare(a.Evidence, b.Evidence))
	})
	l.done = len(l.edges)
	clear(l.index)
}

// name gives the id of a name that was called without being resolved.
func (l *linker) name(name string) string {
	l.names[name] = true
	return graph.NameID(name)
}

// external gives the id of a symbol outside of the repository.
func (l *linker) external(dotted string) string {
	x, known := l.externals[dotted]
	if !known {
		top, _, _ := strings.Cut(dotted, ".")
		x = graph.External{Ecosystem: "pypi", Package: top, QualifiedName: dotted}
		if top == "builtins" || isStandard(top) {
			x.Ecosystem = "python"
		}
		l.externals[dotted] = x
	}
	return graph.ExternalID(x.Ecosystem, x.QualifiedName)
}

// write puts what was collected into the graph, in a fixed order.
func (l *linker) write(out *graph.Graph) {
	out.Edges = l.edges
	for name := range l.names {
		out.Names = append(out.Names, graph.Name{Name: name})
	}
	slices.SortFunc(out.Names, func(a, b graph.Name) int { return cmp.Compare(a.Name, b.Name) })
	for _, x := range l.externals {
		out.Externals = append(out.Externals, x)
	}
	slices.SortFunc(out.Externals, func(a, b graph.External) int { return cmp.Compare(a.QualifiedName, b.QualifiedName) })
}
