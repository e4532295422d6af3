package queries

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"assay/internal/fault"
)

// narrowPool is how many definitions of one name are compared with the words of a question.
const narrowPool = 200

// focus is what a question is about, or why that is not known.
type focus struct {
	Snapshot
	symbol     Symbol
	reason     Abstention // empty when there is a symbol
	detail     string
	candidates []Symbol
	notes      []string
	missing    string   // the name that nothing bears
	others     []Symbol // further definitions that the question names, of which nothing is said
}

// sighting is a mention with what bears the name.
type sighting struct {
	mention
	found Matches
}

// find looks up every name of a question and decides which it is about. The first name decides; a member that is named
// beside its class is meant more than the class. A name written as code that nothing bears is never passed over.
func (s *Service) find(ctx context.Context, project, question string) (focus, error) {
	base, err := s.reader.Suggest(ctx, project, Like{})
	if err != nil {
		return focus{}, s.unknownProject(ctx, project, err)
	}
	f := focus{Snapshot: base.Snapshot, candidates: []Symbol{}, notes: []string{}}
	names, places, err := s.sightings(ctx, project, question)
	if err != nil {
		return focus{}, err
	}
	words := contextWords(question)
	for i := range names {
		names[i].found = narrow(names[i].found, words, places)
		if err := same(f.Version, names[i].found.Version); err != nil {
			return focus{}, err
		}
	}
	if missing := slices.IndexFunc(names, func(n sighting) bool { return n.form == certain && n.found.Total == 0 }); missing >= 0 {
		return s.unnamed(ctx, project, f, names[missing].spelling)
	}
	known := slices.DeleteFunc(slices.Clone(names), func(n sighting) bool { return n.found.Total == 0 })
	switch {
	case len(known) > 0:
		f.choose(names, known)
		return f, nil
	case len(names) > 0:
		return s.unnamed(ctx, project, f, names[0].spelling)
	case len(places) > 0 && places[0].found.Total == 1:
		f.symbol = places[0].found.Symbols[0]
		return f, nil
	case len(places) > 0:
		return s.unnamed(ctx, project, f, places[0].spelling)
	}
	f.reason, f.detail = NoFocus, "The question names no definition: write a name as code, such as `name`, Class.method, path::name or name()."
	return f, nil
}

func (s *Service) sightings(ctx context.Context, project, question string) (names, places []sighting, err error) {
	for _, m := range mentions(question) {
		found, err := s.match(ctx, project, m.spelling, narrowPool)
		switch {
		case fault.KindOf(err) == fault.Invalid && err != nil:
			continue // a path outside of the project, say: it names nothing here
		case err != nil:
			return nil, nil, err
		}
		if m.form == beside && found.Total == 0 {
			continue
		}
		if m.form == place {
			places = append(places, sighting{m, found})
		} else {
			names = append(names, sighting{m, found})
		}
	}
	return names, places, nil
}

// unnamed abstains because nothing bears a name, with what is like it.
func (s *Service) unnamed(ctx context.Context, project string, f focus, spelling string) (focus, error) {
	similar, err := s.similar(ctx, project, spelling)
	if err != nil {
		return focus{}, fmt.Errorf("suggest for %q: %w", shorten(spelling), err)
	}
	f.reason, f.candidates, f.missing = NoFocus, similar, spelling
	f.detail = fmt.Sprintf("No definition of the project is named %q.", shorten(spelling))
	if len(similar) > 0 {
		f.detail += " The candidates are named alike; nothing is said about them."
	}
	return f, nil
}

// choose takes the first known name, or a member that is named beside its class.
func (f *focus) choose(names, known []sighting) {
	chosen := known[0]
	for _, k := range known[1:] {
		if chosen.found.Total == 1 && k.found.Total == 1 && inside(k.found.Symbols[0], chosen.found.Symbols[0]) {
			chosen = k
		}
	}
	for _, n := range names {
		switch {
		case n.found.Total == 0:
			f.notes = append(f.notes, fmt.Sprintf("No definition is named %q.", shorten(n.spelling)))
		case n.spelling == chosen.spelling || inside(chosen.found.Symbols[0], n.found.Symbols[0]) || sameSymbol(chosen, n):
		case n.found.Total == 1:
			f.others = append(f.others, n.found.Symbols[0])
			f.notes = append(f.notes, fmt.Sprintf("The question names %s as well; ask for it by itself.", n.found.Symbols[0].ID))
		default:
			f.others = append(f.others, n.found.Symbols[:min(len(n.found.Symbols), maxCandidates)]...)
			f.notes = append(f.notes, fmt.Sprintf("The question names %q as well, which %d definitions bear; ask for one of them by itself.", shorten(n.spelling), n.found.Total))
		}
	}
	if chosen.found.Total > 1 {
		f.reason = AmbiguousFocus
		f.detail = fmt.Sprintf("%q names %d definitions, and no word of the question singles one out.", shorten(chosen.spelling), chosen.found.Total)
		f.candidates = chosen.found.Symbols[:min(len(chosen.found.Symbols), maxCandidates)]
		return
	}
	f.symbol = chosen.found.Symbols[0]
}

// sameSymbol reports whether two mentions are spellings of one definition.
func sameSymbol(a, b sighting) bool {
	return a.found.Total == 1 && b.found.Total == 1 && a.found.Symbols[0].ID == b.found.Symbols[0].ID
}

// inside reports whether a symbol stands in the body of a class or module.
func inside(s, outer Symbol) bool {
	if s.Path != outer.Path || s.ID == outer.ID {
		return false
	}
	return isModule(outer) || isClass(outer) && strings.HasPrefix(plain(s.QualifiedName), plain(outer.QualifiedName)+".")
}

// narrow keeps the definitions that a file or another word of the question singles out by path or class. Where that
// leaves none or several it keeps all.
func narrow(found Matches, words map[string]bool, places []sighting) Matches {
	if found.Total < 2 || found.Total > len(found.Symbols) {
		return found
	}
	for _, keep := range []func(Symbol) bool{
		func(s Symbol) bool { return inPlace(s, places) },
		func(s Symbol) bool { return hasContext(s, words) },
	} {
		kept := slices.DeleteFunc(slices.Clone(found.Symbols), func(s Symbol) bool { return !keep(s) })
		if len(kept) == 1 {
			found.Symbols, found.Total = kept, 1
			return found
		}
	}
	return found
}

func inPlace(s Symbol, places []sighting) bool {
	return slices.ContainsFunc(places, func(p sighting) bool {
		return p.found.Total == 1 && p.found.Symbols[0].Path == s.Path || strings.HasSuffix("/"+s.Path, "/"+strings.TrimPrefix(p.spelling, "./"))
	})
}

// hasContext looks for the parts of a symbol's path and the classes around it, other than its own name.
func hasContext(s Symbol, words map[string]bool) bool {
	parts := strings.Split(strings.TrimSuffix(s.Path, path.Ext(s.Path)), "/")
	parts = append(parts, strings.Split(owner(s), ".")...)
	return slices.ContainsFunc(parts, func(part string) bool {
		part = strings.ToLower(part)
		return part != strings.ToLower(s.Name) && words[part]
	})
}
