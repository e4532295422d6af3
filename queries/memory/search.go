package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"assay/internal/terms"
	"assay/queries"
)

// Search gives what bears one of the words, in the order of the identifiers.
func (r *Reader) Search(_ context.Context, name string, q queries.SearchQuery) (queries.Found, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Found{}, err
	}
	hits := slices.DeleteFunc(p.findable(), func(h queries.Hit) bool {
		field := append(strings.Fields(h.Name), strings.Fields(h.Text)...)
		meets := slices.ContainsFunc(q.Words, func(w queries.SearchWord) bool { return w.Meets(field) != "" })
		return !meets || !q.Tests && isTest(h.Symbol)
	})
	slices.SortFunc(hits, func(a, b queries.Hit) int { return cmp.Compare(a.Symbol.ID, b.Symbol.ID) })
	return queries.Found{Snapshot: p.snapshot, Hits: first(hits, q.Limit), More: len(hits) > q.Limit}, nil
}

// findable are all definitions and the files that no module stands for, with their terms.
func (p *project) findable() []queries.Hit {
	all := []queries.Hit{}
	for _, s := range p.symbols {
		name, text := terms.Symbol(s)
		all = append(all, queries.Hit{Symbol: shape(s), Name: name, Text: text})
	}
	for _, f := range p.files {
		if name, text := terms.File(f); name != "" {
			all = append(all, queries.Hit{Name: name, Text: text, Symbol: queries.FileSymbol(f.Path, f.Language, string(f.Role))})
		}
	}
	return all
}
