package queries

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/internal/fault"
	"assay/internal/graph"
)

// Bounds of resolution.
const (
	maxCandidates = 20   // shown of an ambiguous or missing name
	maxNesting    = 1000 // definitions that hold one line
	maxBody       = 5000 // definitions of a class or module that stand for it
)

// target is a resolved symbol with the definitions that stand for it. A class stands for itself and, where it is built,
// for its constructor: its methods have callers of their own. What is inside a class or module runs, is tested and
// changes with it, so callees, tests and impact take the whole body.
type target struct {
	Snapshot
	symbol Symbol
	body   Body // a class or module with what is inside; only the symbol for everything else
}

// called are the identifiers whose callers are the callers of the target.
func (t target) called() []string {
	ids := []string{t.symbol.ID}
	for _, s := range t.body.Symbols {
		if isClass(t.symbol) && s.Kind == string(graph.KindConstructor) && owner(s) == plain(t.symbol.QualifiedName) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// inside are the identifiers of the target and everything in its body.
func (t target) inside() []string {
	ids := []string{t.symbol.ID}
	for _, s := range t.body.Symbols {
		if s.ID != t.symbol.ID {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// file is the file of a module; "" for everything else.
func (t target) file() string {
	if isModule(t.symbol) {
		return t.symbol.Path
	}
	return ""
}

// names are the identifiers of the unresolved names by which the target may be called, those of which only the beginning
// or end is known included. A constructor is called by the name of its class as well.
func (t target) names() []string {
	names := []string{graph.NameID(t.symbol.Name)}
	if isModule(t.symbol) {
		return names
	}
	for _, pattern := range graph.NamePatterns(t.symbol.Name) {
		names = append(names, graph.NameID(pattern))
	}
	if t.symbol.Kind == string(graph.KindConstructor) {
		if class := lastSegment(owner(t.symbol)); class != "" {
			names = append(names, graph.NameID(class))
		}
	}
	return names
}

// cut says in a sentence that the body was too large to stand for the target as a whole.
func (t target) cut() []string {
	if t.body.Total <= len(t.body.Symbols) {
		return nil
	}
	return []string{fmt.Sprintf("%s holds %d definitions; the first %d of them were looked at.", t.symbol.QualifiedName, t.body.Total, len(t.body.Symbols))}
}

func isClass(s Symbol) bool { return graph.SymbolKind(s.Kind).Label() == graph.LabelClass }

func isModule(s Symbol) bool { return s.Kind == string(graph.KindModule) }

func isTest(s Symbol) bool {
	return s.Role == string(graph.RoleTest) || s.Role == string(graph.RoleFixture)
}

// owner is the qualified name of what holds a symbol, without the marks of local scopes.
func owner(s Symbol) string {
	qualified := plain(s.QualifiedName)
	return strings.TrimSuffix(strings.TrimSuffix(qualified, lastSegment(qualified)), ".")
}

func lastSegment(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// plain is a qualified name as people write it.
func plain(qualified string) string { return strings.ReplaceAll(qualified, ".<locals>", "") }

// resolve finds the one definition that a spelling names exactly, with its body.
func (s *Service) resolve(ctx context.Context, project, spelling string) (target, error) {
	matches, err := s.match(ctx, project, spelling, maxCandidates)
	if err != nil {
		return target{}, err
	}
	switch {
	case matches.Total == 0:
		return target{}, s.missing(ctx, project, spelling, matches)
	case matches.Total > 1:
		return target{}, ambiguous(spelling, matches)
	}
	return s.withBody(ctx, project, matches.Snapshot, matches.Symbols[0])
}

// withBody makes the target of a symbol that was found.
func (s *Service) withBody(ctx context.Context, project string, snapshot Snapshot, symbol Symbol) (target, error) {
	t := target{Snapshot: snapshot, symbol: symbol, body: Body{Total: 1, Symbols: []Symbol{symbol}}}
	if !isClass(symbol) && !isModule(symbol) {
		return t, nil
	}
	var err error
	if t.body, err = s.reader.Body(ctx, project, symbol, maxBody); err != nil {
		return target{}, fmt.Errorf("read the body of %s: %w", symbol.ID, err)
	}
	return t, same(t.Version, t.body.Version)
}

// match looks a spelling up by each form that it can be, in order, until one names something.
func (s *Service) match(ctx context.Context, project, spelling string, limit int) (Matches, error) {
	root, err := s.rootOf(ctx, project, spelling)
	if err != nil {
		return Matches{}, err
	}
	forms, err := parse(spelling, root)
	if err != nil {
		return Matches{}, err
	}
	var last Matches
	for _, form := range forms {
		if form.Limit = limit; form.Line > 0 {
			form.Limit = maxNesting
		}
		found, err := s.reader.Lookup(ctx, project, form)
		if err != nil {
			return Matches{}, s.unknownProject(ctx, project, err)
		}
		if form.Line > 0 {
			found = innermost(found, form.Line)
		}
		found.FileLines = max(found.FileLines, last.FileLines)
		if last = found; found.Total > 0 {
			break
		}
	}
	return last, nil
}

// rootOf gives the project's root where the spelling is an absolute path.
func (s *Service) rootOf(ctx context.Context, project, spelling string) (string, error) {
	if !strings.HasPrefix(spelling, "/") {
		return "", nil
	}
	all, err := s.reader.Projects(ctx)
	if err != nil {
		return "", fmt.Errorf("read the projects: %w", err)
	}
	for _, p := range all {
		if p.Project == project {
			return p.Root, nil
		}
	}
	return "", nil
}

// innermost keeps the shortest of the definitions that hold a line; a line behind the end of the file has none.
func innermost(found Matches, line int) Matches {
	best := []Symbol{}
	for _, s := range found.Symbols {
		switch {
		case len(best) == 0 || span(s) < span(best[0]):
			best = []Symbol{s}
		case span(s) == span(best[0]):
			best = append(best, s)
		}
	}
	if line > found.FileLines {
		best = nil
	}
	found.Symbols, found.Total = best, len(best)
	return found
}

func span(s Symbol) int {
	const wholeFile = 1 << 40
	if isModule(s) {
		return wholeFile
	}
	return s.EndLine - s.StartLine
}

func ambiguous(spelling string, found Matches) error {
	e := fault.New(fault.Ambiguous, "%q names %d definitions in project %q", shorten(spelling), found.Total, found.Project)
	e.Candidates = candidates(found.Symbols)
	if found.Total > len(found.Symbols) {
		e.Message += fmt.Sprintf("; the first %d are listed", len(found.Symbols))
	}
	return e.Fix("name one of them by its identifier, such as %s", found.Symbols[0].ID)
}

// unknownProject adds the loaded projects to the fault of one that is not loaded, those of a like name first.
func (s *Service) unknownProject(ctx context.Context, project string, err error) error {
	if fault.KindOf(err) != fault.NotFound {
		return err
	}
	all, listErr := s.reader.Projects(ctx)
	if listErr != nil {
		return err
	}
	e := fault.New(fault.NotFound, "no project %q is loaded", shorten(project)).Because(err)
	if len(all) == 0 {
		return e.Fix("load a repository: assay ingest PATH")
	}
	slices.SortStableFunc(all, func(a, b Snapshot) int {
		return cmp.Compare(common(project, b.Project), common(project, a.Project))
	})
	names := []string{}
	for _, p := range all[:min(len(all), maxCandidates)] {
		names = append(names, p.Project)
	}
	if more := len(all) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return e.Fix("loaded projects: %s", strings.Join(names, ", ")).Fix("load another: assay ingest PATH")
}

// common is the length of the beginning that two names share.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func candidates(symbols []Symbol) []fault.Candidate {
	all := []fault.Candidate{}
	for _, s := range slices.Clone(symbols) {
		all = append(all, fault.Candidate{ID: s.ID, Path: s.Path, QualifiedName: s.QualifiedName, Kind: s.Kind, StartLine: s.StartLine})
	}
	return all
}
