package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"assay/internal/graph"
	"assay/queries"
)

// Hubs counts what uses and what executes each symbol.
func (r *Reader) Hubs(_ context.Context, name string) (queries.Hubs, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Hubs{}, err
	}
	uses, tests, ran, functions := map[string]int{}, map[string]int{}, map[string]bool{}, 0
	for i := range p.rows.Edges {
		e := &p.rows.Edges[i]
		switch {
		case p.symbols[e.To] != nil && slices.Contains(graph.UseEdges, e.Type):
			uses[e.To]++
		case p.files[e.To] != nil && e.Type == graph.EdgeImports:
			uses[graph.SymbolID(e.To, "<module>", graph.KindModule, 1)]++
		case e.Type == graph.EdgeTests:
			tests[e.To]++
			ran[e.From] = true
		}
	}
	used := []int{}
	for _, s := range p.symbols {
		if uses[s.ID] > 0 {
			used = append(used, uses[s.ID])
		}
		if s.Kind.Label() == graph.LabelFunction {
			functions++
		}
	}
	h := queries.Hubs{Snapshot: p.snapshot, CallBorder: graph.CallHubBorder(used, functions), TestsRan: len(ran)}
	h.Calls, h.Tests = p.hubs(uses, h.CallBorder), []queries.Hub{}
	if len(p.observations.Runs) > 0 {
		h.TestBorder = graph.TestHubBorder(len(ran))
		h.Tests = p.hubs(tests, h.TestBorder)
	}
	return h, nil
}

func (p *project) hubs(degrees map[string]int, border int) []queries.Hub {
	hubs := []queries.Hub{}
	for id, degree := range degrees {
		if s := p.symbols[id]; s != nil && degree >= border {
			hubs = append(hubs, queries.Hub{Symbol: shape(s), Degree: degree})
		}
	}
	slices.SortFunc(hubs, func(a, b queries.Hub) int {
		return cmp.Or(cmp.Compare(b.Degree, a.Degree), cmp.Compare(a.Symbol.ID, b.Symbol.ID))
	})
	return first(hubs, graph.MaxHubs)
}

// Files gives a page of the files.
func (r *Reader) Files(_ context.Context, name string, q queries.FileQuery) (queries.Files, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Files{}, err
	}
	is := func(wanted, have string) bool { return wanted == "" || wanted == have }
	all := []queries.File{}
	for _, f := range p.files {
		if strings.HasPrefix(f.Path, q.Prefix) && is(q.Role, string(f.Role)) && is(q.Language, f.Language) && is(q.Status, string(f.Status)) {
			all = append(all, queries.File{
				Path: f.Path, Language: f.Language, Role: string(f.Role), Status: string(f.Status), Reason: f.Reason, Lines: f.Lines, Bytes: f.Bytes,
				Diagnostics: append([]string{}, f.Diagnostics...),
			})
		}
	}
	slices.SortFunc(all, func(a, b queries.File) int { return cmp.Compare(a.Path, b.Path) })
	return queries.Files{Snapshot: p.snapshot, Total: len(all), Rows: first(all[min(q.Skip, len(all)):], q.Limit)}, nil
}

// Packages gives a page of the packages.
func (r *Reader) Packages(_ context.Context, name string, q queries.PackageQuery) (queries.Packages, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Packages{}, err
	}
	all := []queries.Package{}
	for _, k := range p.rows.Packages {
		if !strings.HasPrefix(k.Name, q.Prefix) {
			continue
		}
		files := 0
		for _, e := range p.out[graph.PackageID(k.Name)] {
			if e.Type == graph.EdgeContains && p.files[e.To] != nil {
				files++
			}
		}
		all = append(all, queries.Package{Name: k.Name, Path: k.Path, Files: files})
	}
	slices.SortFunc(all, func(a, b queries.Package) int {
		return cmp.Compare(graph.PackageID(a.Name), graph.PackageID(b.Name))
	})
	return queries.Packages{Snapshot: p.snapshot, Total: len(all), Rows: first(all[min(q.Skip, len(all)):], q.Limit)}, nil
}

// Neighbourhood gives what is one edge away from a symbol, and of a module from its file.
func (r *Reader) Neighbourhood(_ context.Context, name string, q queries.NeighbourhoodQuery) (queries.Surroundings, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Surroundings{}, err
	}
	ends := []string{q.ID}
	if s := p.symbols[q.ID]; s != nil && s.Kind == graph.KindModule {
		ends = append(ends, s.Path)
	}
	groups := map[[2]string]map[string]*queries.Neighbour{}
	for _, end := range ends {
		for _, e := range p.out[end] {
			p.tie(groups, e, e.To, "out", ends, q)
		}
		for _, e := range p.in[end] {
			p.tie(groups, e, e.From, "in", ends, q)
		}
	}
	found := queries.Surroundings{Snapshot: p.snapshot, Groups: []queries.SurroundingGroup{}}
	for key, members := range groups {
		g := queries.SurroundingGroup{Type: key[0], Direction: key[1], Total: len(members)}
		for _, n := range members {
			g.Rows = append(g.Rows, *n)
		}
		slices.SortFunc(g.Rows, func(a, b queries.Neighbour) int {
			return cmp.Or(cmp.Compare(a.Symbol.Path, b.Symbol.Path), cmp.Compare(a.Symbol.StartLine, b.Symbol.StartLine), cmp.Compare(a.Symbol.ID, b.Symbol.ID))
		})
		g.Rows = first(g.Rows, q.Limit)
		found.Groups = append(found.Groups, g)
	}
	slices.SortFunc(found.Groups, func(a, b queries.SurroundingGroup) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Direction, b.Direction))
	})
	return found, nil
}

func (p *project) tie(groups map[[2]string]map[string]*queries.Neighbour, e *graph.Edge, other, direction string, ends []string, q queries.NeighbourhoodQuery) {
	s, ok := p.node(other)
	if !ok || slices.Contains(ends, other) || !slices.Contains(q.Evidence, string(e.Evidence)) || q.ExcludeTests && isTest(s) {
		return
	}
	key := [2]string{string(e.Type), direction}
	if groups[key] == nil {
		groups[key] = map[string]*queries.Neighbour{}
	}
	if groups[key][other] == nil {
		groups[key][other] = &queries.Neighbour{Symbol: s}
	}
	groups[key][other].Links = append(groups[key][other].Links, queries.Link{
		Type: string(e.Type), Evidence: string(e.Evidence), How: e.How, Candidates: e.Candidates, Lines: e.Lines,
	})
}

// node gives any node in the shape of a symbol.
func (p *project) node(id string) (queries.Symbol, bool) {
	if s, ok := p.symbol(id); ok {
		return s, true
	}
	if t := p.tests[id]; t != nil {
		return queries.TestSymbol(id, testRef(t)), true
	}
	if f := p.files[id]; f != nil {
		return queries.FileSymbol(f.Path, f.Language, string(f.Role)), true
	}
	if name, ok := p.names[id]; ok {
		return queries.NodeSymbol(graph.LabelName, id, name), true
	}
	for _, k := range p.rows.Packages {
		if graph.PackageID(k.Name) == id {
			return queries.NodeSymbol(graph.LabelPackage, id, k.Name), true
		}
	}
	return queries.Symbol{}, false
}
