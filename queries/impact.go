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

// Bounds of impact.
const (
	// MaxDepth is the longest chain of edges that is followed.
	MaxDepth = 256
	// maxReach is how many symbols an impact counts; the nearest are kept.
	maxReach = 1000
)

// Impact lists what may break when a symbol changes: everything from which a chain of calls, references, inheritance,
// overriding or fixture use leads to it, nearest first and then by identifier, each at its shortest distance and never the
// symbol itself. Callers inside the symbol's own class stand apart, and so do tests, of which those are shown that are as
// near as the items. A class or module changes with everything inside it; the modules that import it stand one step away.
func (s *Service) Impact(ctx context.Context, project, symbol string, options ImpactOptions) (*Impact, error) {
	p, err := at(options.ListOptions, "impact", project, symbol, fmt.Sprint(options.Depth))
	if err != nil {
		return nil, err
	}
	depth := options.Depth
	switch {
	case depth == 0:
		depth = MaxDepth
	case depth < 0 || depth > MaxDepth:
		return nil, fault.New(fault.Invalid, "the depth is %d; it must be between 0 and %d", depth, MaxDepth)
	}
	return ask(ctx, s, project, symbol, func(t target) (*Impact, error) { return s.impact(ctx, project, p, depth, t) })
}

func (s *Service) impact(ctx context.Context, project string, p position, depth int, t target) (*Impact, error) {
	class := own(t.symbol)
	found, err := s.reader.Reach(ctx, project, ReachQuery{
		Targets: t.inside(), Names: t.names(), Evidence: p.evidence, Depth: depth, Limit: maxReach,
		Wanted: p.offset + p.limit, OwnPath: class.path, OwnPrefix: class.prefix, ImportsOf: t.file(), Sites: shownSites,
	})
	if err != nil {
		return nil, fmt.Errorf("read the impact of %s: %w", t.symbol.ID, err)
	}
	if err := same(t.Version, found.Version); err != nil {
		return nil, err
	}
	if err := p.check(found.Version); err != nil {
		return nil, err
	}
	blind, err := s.blindReasons(ctx, project, t)
	if err != nil {
		return nil, err
	}
	return s.impactReply(ctx, p, t, found, blind), nil
}

func (s *Service) impactReply(ctx context.Context, p position, t target, found Reach, blind []string) *Impact {
	self, tests, others := []Item{}, []Item{}, []Item{}
	class := own(t.symbol)
	for _, i := range reachItems(t, found) {
		switch {
		case isTest(i.Symbol):
			tests = append(tests, i)
		case class.holds(i.Symbol):
			self = append(self, i)
		default:
			others = append(others, i)
		}
	}
	if p.options.ExcludeTests {
		tests, found.Tests = []Item{}, 0
	}
	reply := &Impact{SelfCallers: self[:min(len(self), p.limit)], Tests: tests[:min(len(tests), p.limit)]}
	reply.Envelope = *envelope(s.index(ctx, found.Snapshot), p, t, slicePage(p, others), found.Others)
	reply.SelfCallersTotal, reply.TestsTotal = found.Own, found.Tests
	reply.Unresolved = found.Unresolved
	reply.Reasons = append(append(reply.Reasons, unresolvedReasons(t.symbol.Name, found.Unresolved)...), blind...)
	if found.Special > 0 {
		reply.Reasons = append(reply.Reasons, fmt.Sprintf(
			"%s among the symbols found: the language calls them, which is not followed everywhere.", plural(found.Special, "special method")))
	}
	if found.Frontier > 0 {
		reply.Reasons = append(reply.Reasons, fmt.Sprintf(
			"%s of names of the symbols found could not be resolved and may lead further.", plural(found.Frontier, "use")))
	}
	if found.More {
		reply.Truncated = true
		reply.Reasons = append(reply.Reasons, fmt.Sprintf("The nearest %d symbols were counted; there are more.", maxReach))
	}
	settle(&reply.Envelope)
	return reply
}

// reachItems makes an item of each row with the best chain of edges that is as long as its depth.
func reachItems(t target, found Reach) []Item {
	depths := map[string]int{}
	for _, id := range t.inside() {
		depths[id] = 0
	}
	for _, row := range found.Rows {
		depths[row.Symbol.ID] = row.Depth
	}
	inward := map[string][]ReachEdge{}
	for _, e := range found.Edges {
		if to, ok := depths[e.To]; ok && to == depths[e.From]-1 {
			inward[e.From] = append(inward[e.From], e)
		}
	}
	chains := map[string]chain{}
	items := []Item{}
	for _, row := range slices.SortedFunc(slices.Values(found.Rows), byDepth) {
		if edges := inward[row.Symbol.ID]; len(edges) > 0 {
			items = append(items, extend(row, edges, chains))
		}
	}
	return items
}

// chain is the best way from a symbol to the target: its weakest edge.
type chain struct {
	confidence float64
	evidence   string
}

// extend adds a row to the chains that end one step nearer.
func extend(row ReachRow, edges []ReachEdge, chains map[string]chain) Item {
	links := []Link{}
	var best ReachEdge
	var via chain
	for _, e := range edges {
		links = append(links, e.Link)
		c := chain{confidence: e.confidence(), evidence: e.Evidence}
		if nearer, ok := chains[e.To]; ok {
			c = chain{confidence: min(c.confidence, nearer.confidence), evidence: weaker(c.evidence, nearer.evidence)}
		}
		better := cmp.Or(cmp.Compare(c.confidence, via.confidence), cmp.Compare(strength(via.evidence), strength(c.evidence)),
			cmp.Compare(best.Type, e.Type), cmp.Compare(best.To, e.To), byLink(best.Link, e.Link))
		if best.To == "" || better > 0 {
			best, via = e, c
		}
	}
	chains[row.Symbol.ID] = via
	i := Item{
		Symbol: row.Symbol, Depth: row.Depth, Evidence: via.evidence, Confidence: via.confidence, Via: best.Type,
		How: best.How, Candidates: best.Candidates, Sites: sites(links, best.Type),
	}
	if row.Depth > 1 {
		i.Through = best.To
	}
	return i
}

func byDepth(a, b ReachRow) int {
	return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Symbol.ID, b.Symbol.ID))
}

// class tells the symbols of one class by their file and the beginning of their qualified names.
type class struct{ path, prefix string }

// own is the class that a symbol is a member of; the zero value when it is none.
func own(s Symbol) class {
	kind := graph.SymbolKind(s.Kind)
	member := kind == graph.KindMethod || kind == graph.KindConstructor || kind == graph.KindField
	if !member || owner(s) == "" {
		return class{}
	}
	return class{path: s.Path, prefix: owner(s) + "."}
}

func (c class) holds(s Symbol) bool {
	return c.path == s.Path && strings.HasPrefix(plain(s.QualifiedName), c.prefix)
}
