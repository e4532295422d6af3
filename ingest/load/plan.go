package load

import (
	"cmp"
	"fmt"
	"slices"

	"assay/cypher"
	"assay/internal/fault"
	"assay/internal/graph"
)

// kind is one sort of node with statements of its own.
type kind uint8

const (
	files kind = iota
	packages
	symbols
	tests
	names
	externals
	kinds
)

// table says how the nodes of a kind are written.
type table struct {
	label          graph.Label
	create, update cypher.Statement
}

var tables = [kinds]table{
	files:     {graph.LabelFile, cypher.WriteFilesCreate, cypher.WriteFilesUpdate},
	packages:  {graph.LabelPackage, cypher.WritePackagesCreate, cypher.WritePackagesUpdate},
	symbols:   {graph.LabelSymbol, cypher.WriteSymbolsCreate, cypher.WriteSymbolsUpdate},
	tests:     {graph.LabelTest, cypher.WriteTestsCreate, cypher.WriteTestsUpdate},
	names:     {graph.LabelName, cypher.WriteNamesCreate, cypher.WriteNamesUpdate},
	externals: {graph.LabelExternal, cypher.WriteExternalsMerge, cypher.WriteExternalsMerge},
}

// node is one wanted node: where its row is, and what is known of it in the database.
type node struct {
	id          string
	index       int32 // in the slice of its kind
	kind        kind
	labels      labelSet
	fingerprint int64
	internal    int64 // the database's own number for the node; absent until known
}

// absent is the internal number of a node that is not in the database.
const absent = -1

// edge is one wanted edge: its ends as positions in the plan's nodes, and its fingerprint.
type edge struct {
	from, to    int32
	index       int32 // in the graph's edges
	fingerprint int64
}

// plan is a wanted graph made ready: checked, sorted, with fingerprints. It refers to the graph's rows and copies none.
type plan struct {
	graph    *graph.Graph
	nodes    []node // sorted by kind, labels and id
	edges    []edge // sorted by type, source and target
	roots    []edge // from the Project to the packages and files that nothing else contains; index is absent
	position map[string]int32
}

// newPlan checks the graph: identifiers are there once, edges end at nodes, and there is one edge for each ends, type
// and evidence. A graph that breaks these is a fault of the program, told with the first example.
func newPlan(wanted *graph.Graph) (*plan, error) {
	p := &plan{graph: wanted}
	p.listNodes()
	p.position = make(map[string]int32, len(p.nodes))
	for i, n := range p.nodes {
		if n.id == "" {
			return nil, badGraph("a %s without an identifier", tables[n.kind].label)
		}
		if _, ok := p.position[n.id]; ok {
			return nil, badGraph("the identifier %q stands twice", n.id)
		}
		p.position[n.id] = int32(i)
	}
	if err := p.listEdges(); err != nil {
		return nil, err
	}
	p.listRoots()
	return p, nil
}

func badGraph(format string, args ...any) error {
	return fault.New(fault.Internal, "the extracted graph is not sound, nothing was written").Because(fmt.Errorf(format, args...))
}

func (p *plan) listNodes() {
	g := p.graph
	p.nodes = make([]node, 0, len(g.Files)+len(g.Packages)+len(g.Symbols)+len(g.Tests)+len(g.Names)+len(g.Externals))
	add := func(k kind, n int, id func(int) string) {
		for i := range n {
			n := node{id: id(i), index: int32(i), kind: k, internal: absent}
			if k == symbols {
				n.labels = labelsOf(&g.Symbols[i])
			}
			p.nodes = append(p.nodes, n)
		}
	}
	add(files, len(g.Files), func(i int) string { return g.Files[i].Path })
	add(packages, len(g.Packages), func(i int) string { return graph.PackageID(g.Packages[i].Name) })
	add(symbols, len(g.Symbols), func(i int) string { return g.Symbols[i].ID })
	add(tests, len(g.Tests), func(i int) string { return g.Tests[i].ID })
	add(names, len(g.Names), func(i int) string { return graph.NameID(g.Names[i].Name) })
	add(externals, len(g.Externals), func(i int) string {
		return graph.ExternalID(g.Externals[i].Ecosystem, g.Externals[i].QualifiedName)
	})
	slices.SortFunc(p.nodes, func(a, b node) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.labels, b.labels), cmp.Compare(a.id, b.id))
	})
	var h hash
	for i := range p.nodes {
		n := &p.nodes[i]
		h.begin(string(tables[n.kind].label))
		h.text(n.id)
		h.count(int(n.labels))
		p.write(&h, *n)
		n.fingerprint = h.sum()
	}
}

// write hands the properties of a node to the sink.
func (p *plan) write(s sink, n node) {
	switch n.kind {
	case files:
		writeFile(s, &p.graph.Files[n.index])
	case packages:
		writePackage(s, &p.graph.Packages[n.index])
	case symbols:
		writeSymbol(s, &p.graph.Symbols[n.index])
	case tests:
		writeTest(s, &p.graph.Tests[n.index])
	case names:
		s.text(p.graph.Names[n.index].Name)
	case externals:
		writeExternal(s, &p.graph.Externals[n.index])
	}
}

func (p *plan) listEdges() error {
	g := p.graph
	p.edges = make([]edge, 0, len(g.Edges))
	var h hash
	for i := range g.Edges {
		e := &g.Edges[i]
		from, okFrom := p.position[e.From]
		to, okTo := p.position[e.To]
		switch {
		case !okFrom || !okTo:
			return badGraph("the edge %s from %q to %q has an end that is no node", e.Type, e.From, e.To)
		case e.Evidence == graph.Observed || e.Evidence == "":
			return badGraph("the edge %s from %q to %q has the evidence %q", e.Type, e.From, e.To, e.Evidence)
		case p.nodes[from].kind == externals:
			return badGraph("the edge %s from %q to %q leaves the project", e.Type, e.From, e.To)
		}
		p.edges = append(p.edges, edge{from: from, to: to, index: int32(i), fingerprint: edgeFingerprint(&h, e)})
	}
	slices.SortFunc(p.edges, p.orderEdges)
	for i := 1; i < len(p.edges); i++ {
		if p.orderEdges(p.edges[i-1], p.edges[i]) == 0 {
			e := &g.Edges[p.edges[i].index]
			return badGraph("the edge %s from %q to %q with evidence %s stands twice", e.Type, e.From, e.To, e.Evidence)
		}
	}
	return nil
}

func (p *plan) orderEdges(a, b edge) int {
	ea, eb := &p.graph.Edges[a.index], &p.graph.Edges[b.index]
	return cmp.Or(cmp.Compare(ea.Type, eb.Type), cmp.Compare(p.outside(a), p.outside(b)),
		cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(ea.Evidence, eb.Evidence))
}

// outside is 1 for an edge to an External, which is matched in another way.
func (p *plan) outside(e edge) int {
	if p.nodes[e.to].kind == externals {
		return 1
	}
	return 0
}

func edgeFingerprint(h *hash, e *graph.Edge) int64 {
	h.begin(string(e.Type))
	h.text(e.From)
	h.text(e.To)
	writeEdge(h, e)
	return h.sum()
}

// listRoots finds the packages and files that no edge contains: the project contains them itself.
func (p *plan) listRoots() {
	contained := make([]bool, len(p.nodes))
	for _, e := range p.edges {
		if p.graph.Edges[e.index].Type == graph.EdgeContains {
			contained[e.to] = true
		}
	}
	var h hash
	for i, n := range p.nodes {
		if (n.kind == files || n.kind == packages) && !contained[i] {
			root := graph.Edge{To: n.id, Type: graph.EdgeContains, Evidence: graph.Exact, How: "root", Candidates: 1}
			p.roots = append(p.roots, edge{from: absent, to: int32(i), index: absent, fingerprint: edgeFingerprint(&h, &root)})
		}
	}
}
