package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"assay/internal/graph"
	"assay/queries"
)

// Lookup finds definitions by identifier, by file, or by name.
func (r *Reader) Lookup(_ context.Context, name string, q queries.Lookup) (queries.Matches, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Matches{}, err
	}
	found := p.lookup(q)
	symbols := shapes(found)
	slices.SortFunc(symbols, bySide)
	m := queries.Matches{Snapshot: p.snapshot, Total: len(found), Symbols: first(symbols, q.Limit)}
	if f, ok := p.files[q.Path]; ok {
		m.FileLines = f.Lines
	}
	return m, nil
}

func (p *project) lookup(q queries.Lookup) []*graph.Symbol {
	switch {
	case q.ID != "" && p.symbols[q.ID] != nil:
		return []*graph.Symbol{p.symbols[q.ID]}
	case q.Path != "":
		return p.inFile(q)
	case q.Name != "":
		return p.named(q)
	}
	return nil
}

func (p *project) inFile(q queries.Lookup) []*graph.Symbol {
	var found []*graph.Symbol
	for _, s := range p.byPath[q.Path] {
		if inFile(s, q) {
			found = append(found, s)
		}
	}
	return found
}

func inFile(s *graph.Symbol, q queries.Lookup) bool {
	module := s.Kind == graph.KindModule
	switch {
	case q.Line > 0:
		return module || s.StartLine <= q.Line && q.Line <= s.EndLine
	case q.QualifiedName != "":
		return plain(s.QualifiedName) == q.QualifiedName
	default:
		return module
	}
}

func (p *project) named(q queries.Lookup) []*graph.Symbol {
	var found []*graph.Symbol
	for _, s := range p.symbols {
		if s.Name == q.Name && s.Kind != graph.KindModule && matches(s, q) {
			found = append(found, s)
		}
	}
	if len(found) > 0 {
		return found
	}
	for _, s := range p.symbols {
		if s.Kind == graph.KindModule && slices.ContainsFunc(q.Splits, func(split queries.Split) bool {
			return split.QualifiedName == "" && endsInAny(s.Path, split.Endings)
		}) {
			found = append(found, s)
		}
	}
	return append(found, p.offered(q)...)
}

// offered lists what modules import under the name.
func (p *project) offered(q queries.Lookup) []*graph.Symbol {
	var found []*graph.Symbol
	add := func(s *graph.Symbol) {
		if s != nil && s.Kind != graph.KindModule && !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	for _, split := range q.Splits {
		name, rest := split.Offered()
		for _, module := range p.symbols {
			if name == "" || module.Kind != graph.KindModule || !endsInAny(module.Path, split.Endings) {
				continue
			}
			for _, e := range p.out[module.ID] {
				if e.Type != graph.EdgeReferences || e.Alias != name {
					continue
				}
				if rest == "" {
					add(p.symbols[e.To])
				} else if of := p.symbols[e.To]; of != nil {
					for _, s := range p.byPath[of.Path] {
						if plain(s.QualifiedName) == plain(of.QualifiedName)+"."+rest {
							add(s)
						}
					}
				}
			}
		}
	}
	return found
}

func matches(s *graph.Symbol, q queries.Lookup) bool {
	qualified := plain(s.QualifiedName)
	if qualified == q.Dotted || strings.HasSuffix(qualified, "."+q.Dotted) {
		return true
	}
	return slices.ContainsFunc(q.Splits, func(split queries.Split) bool {
		return split.QualifiedName == qualified && endsInAny(s.Path, split.Endings)
	})
}

func endsInAny(path string, endings []string) bool {
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix("/"+path, e) })
}

// plain is a qualified name as people write it.
func plain(qualified string) string { return strings.ReplaceAll(qualified, ".<locals>", "") }

// Suggest gives names that start with a prefix, and modules by the end of their path.
func (r *Reader) Suggest(_ context.Context, name string, like queries.Like) (queries.Matches, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Matches{}, err
	}
	found := []queries.Symbol{}
	for _, prefix := range like.Prefixes {
		found = append(found, p.some(like.Limit, func(s *graph.Symbol) bool {
			return s.Kind != graph.KindModule && strings.HasPrefix(s.Name, prefix)
		})...)
	}
	if like.Ending != "" {
		found = append(found, p.some(like.Limit, func(s *graph.Symbol) bool {
			return s.Kind == graph.KindModule && strings.HasSuffix(strings.ToLower("/"+s.Path), "/"+like.Ending)
		})...)
	}
	return queries.Matches{Snapshot: p.snapshot, Total: len(found), Symbols: found}, nil
}

func (p *project) some(limit int, keep func(*graph.Symbol) bool) []queries.Symbol {
	var some []*graph.Symbol
	for _, s := range p.symbols {
		if keep(s) {
			some = append(some, s)
		}
	}
	slices.SortFunc(some, func(a, b *graph.Symbol) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return shapes(first(some, limit))
}

// Body gives a class or module with everything inside it.
func (r *Reader) Body(_ context.Context, name string, of queries.Symbol, limit int) (queries.Body, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Body{}, err
	}
	var inside []*graph.Symbol
	for _, s := range p.byPath[of.Path] {
		if of.Kind == string(graph.KindModule) || s.StartLine >= of.StartLine && s.EndLine <= of.EndLine && s.Kind != graph.KindModule {
			inside = append(inside, s)
		}
	}
	return queries.Body{Snapshot: p.snapshot, Total: len(inside), Symbols: shapes(first(inside, limit))}, nil
}

// Text gives the text of a file.
func (r *Reader) Text(_ context.Context, name, path string) (queries.Text, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Text{}, err
	}
	t := queries.Text{Snapshot: p.snapshot}
	if f, ok := p.files[path]; ok {
		t.GZ, t.SHA256, t.Status, t.Reason = f.TextGZ, f.SHA256, string(f.Status), f.Reason
	}
	return t, nil
}
