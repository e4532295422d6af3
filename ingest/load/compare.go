package load

import (
	"context"
	"fmt"

	"assay/cypher"
	"assay/internal/graph"
)

// externalsPerRead is how many External nodes are looked up in one statement.
const externalsPerRead = 5000

// difference is what has to be written so that a published copy becomes the wanted graph. Creations and updates are
// positions in the plan; removals are the database's own numbers.
type difference struct {
	createNodes, updateNodes []int32
	removeNodes              []int64
	createEdges              []int32
	removeEdges              []int64
	createRoots              []int32
	removeRoots              []int64
}

// rows counts the rows that the difference changes.
func (d *difference) rows() int {
	return len(d.createNodes) + len(d.updateNodes) + len(d.removeNodes) +
		len(d.createEdges) + len(d.removeEdges) + len(d.createRoots) + len(d.removeRoots)
}

// compare reads the fingerprints of a published copy and finds the difference to the plan. It fills in the database's
// numbers of the nodes that stand.
func (p *plan) compare(ctx context.Context, store *cypher.Store, project, key string) (*difference, error) {
	d := &difference{}
	for _, step := range []func() error{
		func() error { return p.compareNodes(ctx, store, key, d) },
		func() error { return p.compareExternals(ctx, store, d) },
		func() error { return p.compareEdges(ctx, store, key, d) },
		func() error { return p.compareRoots(ctx, store, project, d) },
	} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("compare with the loaded copy of %s: %w", project, err)
		}
	}
	return d, nil
}

func (p *plan) compareNodes(ctx context.Context, store *cypher.Store, key string, d *difference) error {
	err := store.Scan(ctx, cypher.ReadLoadNodes, cypher.Params{"graph": key}, func(row cypher.Row) error {
		internal, made := row.Int64("node"), row.Bool("made")
		at, wanted := p.position[row.String("id")]
		switch {
		case wanted && string(tables[p.nodes[at].kind].label) == row.String("kind"):
			p.nodes[at].internal = internal
			if made || row.Int64Or("fp", 0) != p.nodes[at].fingerprint {
				d.updateNodes = append(d.updateNodes, at)
			}
		case made && p.hasFile(row.StringOr("path", "")):
		default:
			d.removeNodes = append(d.removeNodes, internal)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for at := range p.nodes {
		if n := &p.nodes[at]; n.internal == absent && n.kind != externals {
			d.createNodes = append(d.createNodes, int32(at))
		}
	}
	return nil
}

func (p *plan) hasFile(path string) bool {
	at, ok := p.position[path]
	return ok && p.nodes[at].kind == files
}

// compareExternals looks up the wanted External nodes. They are shared: what is not wanted here may be wanted by others.
func (p *plan) compareExternals(ctx context.Context, store *cypher.Store, d *difference) error {
	first := len(p.nodes) - len(p.graph.Externals) // the plan sorts them last
	for at := first; at < len(p.nodes); at += externalsPerRead {
		batch := p.nodes[at:min(at+externalsPerRead, len(p.nodes))]
		ids, equal := make([]string, len(batch)), make([]bool, len(batch))
		for i := range batch {
			ids[i] = batch[i].id
		}
		err := store.Scan(ctx, cypher.ReadLoadExternals, cypher.Params{"ids": ids}, func(row cypher.Row) error {
			i := row.Int("row")
			batch[i].internal = row.Int64("node")
			equal[i] = row.Int64("fp") == batch[i].fingerprint
			return nil
		})
		if err != nil {
			return err
		}
		for i := range batch {
			if !equal[i] {
				d.createNodes = append(d.createNodes, int32(at+i)) // merged: created or given its new properties
			}
		}
	}
	return nil
}

// compareEdges matches edges by their fingerprint alone, which holds the ends, the type and every property: an edge
// that differs in anything is removed and created anew.
func (p *plan) compareEdges(ctx context.Context, store *cypher.Store, key string, d *difference) error {
	missing := make(map[int64]int32, len(p.edges))
	for at, e := range p.edges {
		missing[e.fingerprint] = int32(at)
	}
	if len(missing) != len(p.edges) {
		return badGraph("two edges have the same fingerprint")
	}
	err := store.Scan(ctx, cypher.ReadLoadEdges, cypher.Params{"graph": key}, func(row cypher.Row) error {
		fingerprints := row.Int64s("fps")
		for i, internal := range row.Int64s("edges") {
			at, wanted := missing[fingerprints[i]]
			if !wanted || !p.stands(p.edges[at]) {
				d.removeEdges = append(d.removeEdges, internal)
				continue
			}
			delete(missing, fingerprints[i])
		}
		return nil
	})
	if err != nil {
		return err
	}
	for at, e := range p.edges {
		if _, ok := missing[e.fingerprint]; ok {
			d.createEdges = append(d.createEdges, int32(at))
		}
	}
	return nil
}

// stands reports whether both ends of an edge are in the database: an edge that seems to be there although an end is
// not hangs on a node of another kind that is about to be removed.
func (p *plan) stands(e edge) bool {
	return p.nodes[e.from].internal != absent && p.nodes[e.to].internal != absent
}

// compareRoots compares the edges of the Project node. Those to nodes that are removed go with their nodes.
func (p *plan) compareRoots(ctx context.Context, store *cypher.Store, project string, d *difference) error {
	missing := make(map[int64]int32, len(p.roots))
	for at, e := range p.roots {
		missing[e.fingerprint] = int32(at)
	}
	gone := make(map[int64]bool, len(d.removeNodes))
	for _, node := range d.removeNodes {
		gone[node] = true
	}
	err := store.Scan(ctx, cypher.ReadLoadRoots, cypher.Params{"project": project}, func(row cypher.Row) error {
		if gone[row.Int64("node")] {
			return nil
		}
		fingerprint := row.Int64("fp")
		at, wanted := missing[fingerprint]
		if !wanted || p.nodes[p.roots[at].to].internal == absent {
			d.removeRoots = append(d.removeRoots, row.Int64("edge"))
			return nil
		}
		delete(missing, fingerprint)
		return nil
	})
	if err != nil {
		return err
	}
	for at, e := range p.roots {
		if _, ok := missing[e.fingerprint]; ok {
			d.createRoots = append(d.createRoots, int32(at))
		}
	}
	return nil
}

// all is the difference of a plan to nothing, but for External nodes, which may stand.
func (p *plan) all(ctx context.Context, store *cypher.Store) (*difference, error) {
	d := &difference{}
	for at := range p.nodes {
		p.nodes[at].internal = absent
		if p.nodes[at].kind != externals {
			d.createNodes = append(d.createNodes, int32(at))
		}
	}
	if err := p.compareExternals(ctx, store, d); err != nil {
		return nil, fmt.Errorf("look up the symbols outside of the project: %w", err)
	}
	for at := range p.edges {
		d.createEdges = append(d.createEdges, int32(at))
	}
	for at := range p.roots {
		d.createRoots = append(d.createRoots, int32(at))
	}
	return d, nil
}

// counts are the numbers of rows of the wanted graph, by what they are.
func (p *plan) counts() map[string]int64 {
	counts := map[string]int64{
		"files": int64(len(p.graph.Files)), "packages": int64(len(p.graph.Packages)), "symbols": int64(len(p.graph.Symbols)),
		"tests": int64(len(p.graph.Tests)), "names": int64(len(p.graph.Names)), "externals": int64(len(p.graph.Externals)),
		"edges": int64(len(p.edges) + len(p.roots)), "classes": 0, "functions": 0, "variables": 0, "fixtures": 0,
	}
	plural := map[graph.Label]string{
		graph.LabelClass: "classes", graph.LabelFunction: "functions", graph.LabelVariable: "variables", graph.LabelFixture: "fixtures",
	}
	for _, n := range p.nodes {
		for bit, label := range carried {
			if n.labels&(1<<bit) != 0 {
				counts[plural[label]]++
			}
		}
	}
	for _, e := range p.edges {
		counts[string(p.graph.Edges[e.index].Type)]++
	}
	counts[string(graph.EdgeContains)] += int64(len(p.roots))
	return counts
}
