package memory

import (
	"cmp"
	"context"
	"slices"

	"assay/internal/graph"
	"assay/queries"
)

// Blind gives what a method overrides and the bases of its class outside of the repository.
func (r *Reader) Blind(_ context.Context, name, id string) (queries.Blind, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Blind{}, err
	}
	found := queries.Blind{Snapshot: p.snapshot}
	method := p.symbols[id]
	if method == nil {
		return found, nil
	}
	for _, above := range p.above(id, graph.EdgeOverrides) {
		if o, ok := p.overridden(method, above); ok {
			found.Overridden = append(found.Overridden, o)
		}
	}
	slices.SortFunc(found.Overridden, func(a, b queries.Overridden) int {
		return cmp.Or(cmp.Compare(a.QualifiedName, b.QualifiedName), cmp.Compare(a.ID, b.ID))
	})
	if class := p.parent(id); class != nil && graph.SymbolKind(class.Kind).Label() == graph.LabelClass {
		for _, above := range p.above(class.ID, graph.EdgeInherits) {
			if x := p.externals[above]; x != nil && x.Ecosystem != "python" {
				found.Bases = append(found.Bases, x.QualifiedName)
			}
		}
	}
	slices.Sort(found.Bases)
	found.Bases = slices.Compact(found.Bases)
	return found, nil
}

// overridden describes a method above another, unless calls of it are resolved to that one.
func (p *project) overridden(method *graph.Symbol, above string) (queries.Overridden, bool) {
	if x := p.externals[above]; x != nil {
		return queries.Overridden{ID: above, QualifiedName: x.QualifiedName, External: true}, true
	}
	s := p.symbols[above]
	if s == nil || !isTest(shape(method)) || isTest(shape(s)) {
		return queries.Overridden{}, false
	}
	o := queries.Overridden{ID: above, QualifiedName: s.QualifiedName}
	for _, e := range p.in[above] {
		if (e.Type == graph.EdgeCalls || e.Type == graph.EdgeReferences) && p.symbols[e.From] != nil {
			o.Callers++
		}
	}
	return o, true
}

// above lists everything that edges of one type lead to from a node, in any number of steps.
func (p *project) above(id string, along graph.EdgeType) []string {
	var all []string
	seen := map[string]bool{id: true}
	for queue := []string{id}; len(queue) > 0; queue = queue[1:] {
		for _, e := range p.out[queue[0]] {
			if e.Type == along && !seen[e.To] {
				seen[e.To] = true
				all, queue = append(all, e.To), append(queue, e.To)
			}
		}
	}
	return all
}
