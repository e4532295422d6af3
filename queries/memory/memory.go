// Package memory holds loaded projects in the memory of the process and answers the reads of package queries by plain
// traversal. It is the oracle against which the Cypher statements are tested, and shows what each read means.
package memory

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"assay/internal/fault"
	"assay/internal/graph"
	"assay/queries"
)

// Reader holds projects.
type Reader struct {
	mu       sync.RWMutex
	projects map[string]*project
}

// New makes a reader without projects.
func New() *Reader { return &Reader{projects: map[string]*project{}} }

// Put publishes a graph as the state of a project, with what was imported of runs of tests.
func (r *Reader) Put(snapshot queries.Snapshot, rows *graph.Graph, observations Observations) {
	p := newProject(snapshot, rows, observations)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.projects[snapshot.Project] = p
}

// Delete forgets a project.
func (r *Reader) Delete(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.projects, name)
}

func (r *Reader) find(name string) (*project, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if p, ok := r.projects[name]; ok {
		return p, nil
	}
	return nil, fault.New(fault.NotFound, "no project %q is loaded", name)
}

// Projects gives the snapshots by name.
func (r *Reader) Projects(context.Context) ([]queries.Snapshot, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	all := []queries.Snapshot{}
	for _, p := range r.projects {
		all = append(all, p.snapshot)
	}
	slices.SortFunc(all, func(a, b queries.Snapshot) int { return cmp.Compare(a.Project, b.Project) })
	return all, nil
}

// project is one graph with the ways to walk it.
type project struct {
	snapshot     queries.Snapshot
	rows         *graph.Graph
	observations Observations
	symbols      map[string]*graph.Symbol
	files        map[string]*graph.File
	tests        map[string]*graph.Test
	names        map[string]string
	externals    map[string]*graph.External
	byPath       map[string][]*graph.Symbol // by line
	out, in      map[string][]*graph.Edge
}

func newProject(snapshot queries.Snapshot, rows *graph.Graph, observations Observations) *project {
	p := &project{
		snapshot: snapshot, rows: rows, observations: observations,
		symbols: map[string]*graph.Symbol{}, files: map[string]*graph.File{}, tests: map[string]*graph.Test{},
		names: map[string]string{}, externals: map[string]*graph.External{}, byPath: map[string][]*graph.Symbol{},
		out: map[string][]*graph.Edge{}, in: map[string][]*graph.Edge{},
	}
	for i := range rows.Symbols {
		s := &rows.Symbols[i]
		p.symbols[s.ID] = s
		p.byPath[s.Path] = append(p.byPath[s.Path], s)
	}
	for _, list := range p.byPath {
		slices.SortFunc(list, bySymbol)
	}
	p.indexOthers()
	return p
}

func (p *project) indexOthers() {
	for i := range p.rows.Files {
		p.files[p.rows.Files[i].Path] = &p.rows.Files[i]
	}
	for i := range p.rows.Tests {
		p.tests[p.rows.Tests[i].ID] = &p.rows.Tests[i]
	}
	for _, n := range p.rows.Names {
		p.names[graph.NameID(n.Name)] = n.Name
	}
	for i := range p.rows.Externals {
		x := &p.rows.Externals[i]
		p.externals[graph.ExternalID(x.Ecosystem, x.QualifiedName)] = x
	}
	for i := range p.rows.Edges {
		e := &p.rows.Edges[i]
		p.out[e.From] = append(p.out[e.From], e)
		p.in[e.To] = append(p.in[e.To], e)
	}
}

func bySymbol(a, b *graph.Symbol) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.ID, b.ID))
}

// symbol gives the reply shape of a symbol or external; false for every other node.
func (p *project) symbol(id string) (queries.Symbol, bool) {
	if s, ok := p.symbols[id]; ok {
		return shape(s), true
	}
	x, ok := p.externals[id]
	if !ok {
		return queries.Symbol{}, false
	}
	return queries.ExternalSymbol(id, x.Ecosystem, x.QualifiedName), true
}

func shape(s *graph.Symbol) queries.Symbol {
	return queries.Symbol{
		ID: s.ID, Path: s.Path, Name: s.Name, QualifiedName: s.QualifiedName, Kind: string(s.Kind),
		Language: s.Language, StartLine: s.StartLine, EndLine: s.EndLine, Role: string(s.Role),
	}
}

func shapes(list []*graph.Symbol) []queries.Symbol {
	all := []queries.Symbol{}
	for _, s := range list {
		all = append(all, shape(s))
	}
	return all
}

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, v := range list {
		m[v] = true
	}
	return m
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }
