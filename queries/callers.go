package queries

import (
	"context"
	"fmt"

	"assay/internal/graph"
)

// shownSites bounds the unresolved sites of a reply; their number is exact.
const shownSites = 20

// Callers lists who uses a symbol directly: calls, references, fixtures that require it, tests that ask for it. Of a
// class they are the callers of the class and of its constructor; methods have callers of their own. Of a module they
// are the users of the module and the modules that import its file.
func (s *Service) Callers(ctx context.Context, project, symbol string, options ListOptions) (*Envelope[Item], error) {
	p, err := at(options, "callers", project, symbol)
	if err != nil {
		return nil, err
	}
	return ask(ctx, s, project, symbol, func(t target) (*Envelope[Item], error) { return s.callers(ctx, project, p, t) })
}

func (s *Service) callers(ctx context.Context, project string, p position, t target) (*Envelope[Item], error) {
	q := p.neighbours()
	q.Targets, q.Names, q.ImportsOf = t.called(), t.names(), t.file()
	found, err := s.reader.Callers(ctx, project, q)
	if err != nil {
		return nil, fmt.Errorf("read the callers of %s: %w", t.symbol.ID, err)
	}
	reply, err := s.list(ctx, p, t, found)
	if err != nil {
		return nil, err
	}
	reply.Reasons = append(reply.Reasons, unresolvedReasons(t.symbol.Name, found.Unresolved)...)
	blind, err := s.blindReasons(ctx, project, t)
	reply.Reasons = append(reply.Reasons, blind...)
	return settle(reply), err
}

// Callees lists what a symbol uses directly. Of a class or module it is what everything inside uses.
func (s *Service) Callees(ctx context.Context, project, symbol string, options ListOptions) (*Envelope[Item], error) {
	p, err := at(options, "callees", project, symbol)
	if err != nil {
		return nil, err
	}
	return ask(ctx, s, project, symbol, func(t target) (*Envelope[Item], error) { return s.callees(ctx, project, p, t) })
}

func (s *Service) callees(ctx context.Context, project string, p position, t target) (*Envelope[Item], error) {
	q := p.neighbours()
	q.Targets, q.File = t.inside(), t.symbol.Path
	found, err := s.reader.Callees(ctx, project, q)
	if err != nil {
		return nil, fmt.Errorf("read the callees of %s: %w", t.symbol.ID, err)
	}
	reply, err := s.list(ctx, p, t, found)
	if err != nil {
		return nil, err
	}
	if n := found.Unresolved.Total; n > 0 {
		reply.Reasons = append(reply.Reasons, fmt.Sprintf("%s in %s could not be resolved.", plural(n, "call"), t.symbol.QualifiedName))
	}
	if found.FileStatus != string(graph.FileParsed) {
		reply.Reasons = append(reply.Reasons, fmt.Sprintf("%s is %s: %s.", t.symbol.Path, found.FileStatus, found.FileReason))
	}
	return settle(reply), nil
}

func (p position) neighbours() NeighbourQuery {
	return NeighbourQuery{
		Evidence: p.evidence, ExcludeTests: p.options.ExcludeTests, Skip: p.offset, Limit: p.limit, Sites: shownSites,
	}
}

func (s *Service) list(ctx context.Context, p position, t target, found Neighbours) (*Envelope[Item], error) {
	if err := same(t.Version, found.Version); err != nil {
		return nil, err
	}
	if err := p.check(found.Version); err != nil {
		return nil, err
	}
	items := []Item{}
	for _, row := range found.Rows {
		items = append(items, item(row.Symbol, 1, row.Links))
	}
	reply := envelope(s.index(ctx, found.Snapshot), p, t, items, found.Total)
	reply.Unresolved = found.Unresolved
	return reply, nil
}

// envelope puts a page of items of a list of total length into its reply.
func envelope[T any](index Index, p position, t target, items []T, total int) *Envelope[T] {
	symbol := t.symbol
	reasons := t.cut()
	if p.offset > 0 && p.offset >= total {
		reasons = append(reasons, fmt.Sprintf("The cursor stands behind the end: the list has %s.", plural(total, "item")))
	}
	return &Envelope[T]{
		Symbol: &symbol, Items: items, Total: total, Shown: len(items),
		Truncated: len(items) < total, Cursor: p.next(index.Version, len(items), total),
		Reasons: reasons, Unresolved: Unresolved{Sites: []UnresolvedSite{}}, Index: index,
	}
}

// settle derives the status from the reasons: a list with none is complete.
func settle[T any](reply *Envelope[T]) *Envelope[T] {
	if reply.Status == "" {
		reply.Status = Complete
		if len(reply.Reasons) > 0 {
			reply.Status = Partial
		}
	}
	if reply.Reasons == nil {
		reply.Reasons = []string{}
	}
	return reply
}

func unresolvedReasons(name string, u Unresolved) []string {
	if u.Total == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s of the name %q could not be resolved and may mean this symbol.", plural(u.Total, "use"), name)}
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
