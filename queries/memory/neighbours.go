package memory

import (
	"cmp"
	"context"
	"slices"

	"assay/internal/graph"
	"assay/queries"
)

// Callers gives the symbols that use the targets, and the sites that call one of the names. The tests that ask for a
// fixture use it by the function that they run.
func (r *Reader) Callers(_ context.Context, name string, q queries.NeighbourQuery) (queries.Neighbours, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Neighbours{}, err
	}
	found := map[string]*queries.Neighbour{}
	for _, target := range q.Targets {
		for _, e := range p.in[target] {
			if isUse(e.Type) {
				p.link(found, e.From, e, e.From, q)
			}
			for _, body := range p.bodies(e) {
				p.link(found, body, e, body, q)
			}
		}
	}
	if q.ImportsOf != "" {
		p.importers(found, q)
	}
	result := p.neighbours(found, q)
	result.Unresolved = p.mayCall(q.Names, q.Sites)
	return result, nil
}

// bodies are the functions that the test of a USES_FIXTURE edge runs.
func (p *project) bodies(e *graph.Edge) []string {
	var all []string
	if e.Type != graph.EdgeUsesFixture {
		return nil
	}
	for _, run := range p.out[e.From] {
		if run.Type == graph.EdgeRuns && p.symbols[run.To] != nil {
			all = append(all, run.To)
		}
	}
	return all
}

func (p *project) importers(found map[string]*queries.Neighbour, q queries.NeighbourQuery) {
	for _, e := range p.in[q.ImportsOf] {
		if e.Type != graph.EdgeImports {
			continue
		}
		for _, s := range p.byPath[e.From] {
			if s.Kind == graph.KindModule {
				p.link(found, s.ID, e, s.ID, q)
			}
		}
	}
}

// Callees gives the symbols that the targets use, and the targets' unresolved sites.
func (r *Reader) Callees(_ context.Context, name string, q queries.NeighbourQuery) (queries.Neighbours, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Neighbours{}, err
	}
	found := map[string]*queries.Neighbour{}
	sites := []queries.UnresolvedSite{}
	for _, target := range q.Targets {
		for _, e := range p.out[target] {
			switch {
			case isUse(e.Type):
				p.link(found, e.To, e, target, q)
			case e.Type == graph.EdgeMayCall:
				sites = append(sites, p.sites(e)...)
			}
		}
		p.fixturesOf(found, target, q)
	}
	result := p.neighbours(found, q)
	result.Unresolved = unresolved(sites, q.Sites)
	return result, nil
}

// fixturesOf adds the fixtures that the tests ask for whose body is the target.
func (p *project) fixturesOf(found map[string]*queries.Neighbour, target string, q queries.NeighbourQuery) {
	for _, run := range p.in[target] {
		if run.Type != graph.EdgeRuns {
			continue
		}
		for _, e := range p.out[run.From] {
			if e.Type == graph.EdgeUsesFixture {
				p.link(found, e.To, e, target, q)
			}
		}
	}
}

func (p *project) neighbours(found map[string]*queries.Neighbour, q queries.NeighbourQuery) queries.Neighbours {
	result := queries.Neighbours{Snapshot: p.snapshot}
	if f, ok := p.files[q.File]; ok {
		result.FileStatus, result.FileReason = string(f.Status), f.Reason
	}
	result.Total, result.Rows = page(found, q)
	return result
}

// isUse tells the edges of callers and callees.
func isUse(t graph.EdgeType) bool {
	return t == graph.EdgeCalls || t == graph.EdgeReferences || t == graph.EdgeRequires
}

// link adds an edge to the neighbour at one of its ends; holder is the symbol that holds the edge's lines.
func (p *project) link(found map[string]*queries.Neighbour, id string, e *graph.Edge, holder string, q queries.NeighbourQuery) {
	if !slices.Contains(q.Evidence, string(e.Evidence)) {
		return
	}
	s, ok := p.symbol(id)
	if !ok || q.ExcludeTests && isTest(s) {
		return
	}
	if found[id] == nil {
		found[id] = &queries.Neighbour{Symbol: s}
	}
	found[id].Links = append(found[id].Links, p.toLink(e, holder))
}

func (p *project) toLink(e *graph.Edge, holder string) queries.Link {
	at := p.symbols[holder]
	return queries.Link{
		Type: string(e.Type), Evidence: string(e.Evidence), How: e.How, Candidates: e.Candidates, Lines: e.Lines,
		Path: at.Path, Holder: at.QualifiedName,
	}
}

func isTest(s queries.Symbol) bool {
	return s.Role == string(graph.RoleTest) || s.Role == string(graph.RoleFixture)
}

func page(found map[string]*queries.Neighbour, q queries.NeighbourQuery) (int, []queries.Neighbour) {
	all := []queries.Neighbour{}
	for _, n := range found {
		all = append(all, *n)
	}
	slices.SortFunc(all, func(a, b queries.Neighbour) int { return bySide(a.Symbol, b.Symbol) })
	return len(all), first(all[min(q.Skip, len(all)):], q.Limit)
}

// bySide orders source before tests before externals, each by path and line.
func bySide(a, b queries.Symbol) int {
	return cmp.Or(cmp.Compare(side(a), side(b)), cmp.Compare(a.Path, b.Path), cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.ID, b.ID))
}

func side(s queries.Symbol) int {
	switch {
	case s.External:
		return 2
	case isTest(s):
		return 1
	default:
		return 0
	}
}

// mayCall gives the sites that call one of the names.
func (p *project) mayCall(names []string, limit int) queries.Unresolved {
	var sites []queries.UnresolvedSite
	for _, name := range names {
		for _, e := range p.in[name] {
			if e.Type == graph.EdgeMayCall {
				sites = append(sites, p.sites(e)...)
			}
		}
	}
	return unresolved(sites, limit)
}

// sites are the lines of a MAY_CALL edge; an edge from a file without lines is one site.
func (p *project) sites(e *graph.Edge) []queries.UnresolvedSite {
	site := queries.UnresolvedSite{Name: p.names[e.To], Reason: e.Reason}
	site.Path = e.From
	if s, ok := p.symbols[e.From]; ok {
		site.Path, site.Symbol = s.Path, s.QualifiedName
	}
	lines := e.Lines
	if len(lines) == 0 {
		lines = []int{0}
	}
	var all []queries.UnresolvedSite
	for _, line := range lines {
		site.Line = line
		all = append(all, site)
	}
	return all
}

func unresolved(sites []queries.UnresolvedSite, limit int) queries.Unresolved {
	slices.SortFunc(sites, func(a, b queries.UnresolvedSite) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.Name, b.Name))
	})
	return queries.Unresolved{Total: len(sites), Sites: append([]queries.UnresolvedSite{}, first(sites, limit)...)}
}
