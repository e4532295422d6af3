package queries

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/internal/graph"
)

// Bounds of covering tests.
const (
	// StaticCalls is the longest chain of calls by which a test is linked to a symbol by the text alone.
	StaticCalls = 4
	staticReach = 500    // symbols and tests that lead to a target, the nearest
	maxTests    = 10_000 // of each source
)

// Confidence of static links: a test may call without reaching, so it is below that of the edges themselves.
const (
	staticExact    = 0.7
	staticInferred = 0.4
)

// Tests lists the tests that cover a symbol: first those that executed it when they ran, then those whose body or
// fixture leads to it by calls in the text. The two never mix: a test that was seen is not listed as static.
func (s *Service) Tests(ctx context.Context, project, symbol string, options ListOptions) (*Envelope[TestItem], error) {
	p, err := at(options, "tests", project, symbol)
	if err != nil {
		return nil, err
	}
	return ask(ctx, s, project, symbol, func(t target) (*Envelope[TestItem], error) { return s.tests(ctx, project, p, t) })
}

func (s *Service) tests(ctx context.Context, project string, p position, t target) (*Envelope[TestItem], error) {
	found, err := s.reader.Covering(ctx, project, CoveringQuery{
		Targets: t.inside(), File: t.file(), Path: t.symbol.Path, Names: t.names(), Observed: slices.Contains(p.evidence, string(graph.Observed)),
		Passes: passes(p.evidence), Reach: staticReach, Limit: maxTests, Sites: shownSites,
	})
	if err != nil {
		return nil, fmt.Errorf("read the tests of %s: %w", t.symbol.ID, err)
	}
	if err := same(t.Version, found.Version); err != nil {
		return nil, err
	}
	if err := p.check(found.Version); err != nil {
		return nil, err
	}
	age, err := ageOf(t, found)
	if err != nil {
		return nil, err
	}
	all := testItems(found, age)
	reply := envelope(s.index(ctx, found.Snapshot), p, t, slicePage(p, all), len(all))
	reply.Unresolved = found.Unresolved
	testStatus(reply, t, found)
	age.judge(reply)
	return settle(reply), nil
}

// passes are the static searches for the evidence that is wanted: by exact edges alone, then by inferred ones as well.
func passes(evidence []string) []StaticPass {
	all := []StaticPass{}
	var allowed []string
	for _, e := range []string{string(graph.Exact), string(graph.Inferred)} {
		if slices.Contains(evidence, e) {
			allowed = append(allowed, e)
			all = append(all, StaticPass{Evidence: e, Allowed: slices.Clone(allowed)})
		}
	}
	return all
}

// testStatus says what of the text could add to the list; age says what of the runs could.
func testStatus(reply *Envelope[TestItem], t target, found Covering) {
	reply.Reasons = append(reply.Reasons, unresolvedReasons(t.symbol.Name, found.Unresolved)...)
	if found.More {
		reply.Truncated = true
		reply.Reasons = append(reply.Reasons, fmt.Sprintf(
			"The search ended at its bounds, the nearest %d symbols of the text and %d tests that ran: there may be more.", staticReach, maxTests))
	}
}

func testItems(found Covering, age age) []TestItem {
	items := []TestItem{}
	seen := map[string]bool{}
	for _, o := range slices.SortedFunc(slices.Values(found.Observed), byRelevance) {
		seen[o.ID] = true
		items = append(items, TestItem{
			Test: o.Test, Source: string(graph.Observed), How: o.How, Phase: phases(o.Phases), Lines: o.Lines,
			Confidence: graph.Observed.Confidence(1), Stale: age.stale(o.Hits),
		})
	}
	for _, st := range found.Static {
		if !seen[st.ID] {
			items = append(items, staticItem(st))
		}
	}
	for i := range items {
		items[i].Rank = i + 1
	}
	return items
}

func staticItem(t StaticTest) TestItem {
	how, confidence := "static: runs it, or asks for it as a fixture", staticExact
	if t.Calls > 0 {
		how = "static: reaches it in " + plural(t.Calls, "call")
	}
	if t.Evidence == string(graph.Inferred) {
		confidence = staticInferred
	}
	return TestItem{Test: t.Test, Source: t.Evidence, How: how, Confidence: confidence}
}

// byRelevance puts tests that executed the symbol in their own call before those that only met it in set-up.
func byRelevance(a, b ObservedTest) int {
	return cmp.Or(cmp.Compare(b.Phases&graph.PhaseCall, a.Phases&graph.PhaseCall), cmp.Compare(len(b.Lines), len(a.Lines)),
		cmp.Compare(a.ID, b.ID))
}

func phases(p graph.Phase) string {
	names := []string{}
	for i, name := range []string{"setup", "call", "teardown", "import"} {
		if p&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "+")
}
