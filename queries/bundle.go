package queries

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/internal/fault"
)

// Bounds of a bundle, in tokens.
const (
	// DefaultBudget fits beside a conversation.
	DefaultBudget = 4000
	// MinBudget holds a function and a test.
	MinBudget = 200
	// MaxBudget is that of the largest windows of context, with room to think.
	MaxBudget = 100_000
)

// Shares of the budget that a kind may take before the others have had theirs; what is left goes by the order of kinds.
var partShare = map[string]float64{partTest: 0.5, partFixture: 0.2, partCaller: 0.5, partCallee: 1}

// Bounds of parts.
const (
	definitionShare = 0.6 // of the budget
	budgetPerItem   = 200 // tokens: how many of each list are looked at
	leastItems      = 5
	headLines       = 3 // shown of a callee
	siteLines       = 1 // around a place of use
)

// Bundle chooses what to read before a symbol is edited, within a budget of tokens; 0 is DefaultBudget. Hubs among callers,
// callees and fixtures stay out, and are named. Each part is whole, or, as the definition may be, says what is missing.
func (s *Service) Bundle(ctx context.Context, project, symbol string, budget int) (*Bundle, error) {
	switch {
	case budget == 0:
		budget = DefaultBudget
	case budget < MinBudget || budget > MaxBudget:
		return nil, fault.New(fault.Invalid, "the budget is %d tokens; it must be between %d and %d", budget, MinBudget, MaxBudget)
	}
	p, err := at(ListOptions{Limit: min(MaxContext, max(leastItems, budget/budgetPerItem))}, "bundle", project, symbol)
	if err != nil {
		return nil, err
	}
	return ask(ctx, s, project, symbol, func(t target) (*Bundle, error) {
		b := &bundling{around: around{service: s, project: project, position: p, target: t}, left: budget, pools: map[string][]BundlePart{}}
		b.reply = &Bundle{
			Symbol: t.symbol, Budget: budget, Rule: tokenRule, Parts: []BundlePart{}, LeftOut: []BundleLeftOut{}, Hubs: []HubItem{}, Reasons: []string{},
		}
		if err := b.make(ctx); err != nil {
			return nil, err
		}
		b.reply.Index = s.index(ctx, t.Snapshot)
		return b.reply, nil
	})
}

// bundling is a bundle while it is made.
type bundling struct {
	around
	reply *Bundle
	left  int // tokens
	pools map[string][]BundlePart
	texts map[string]string
}

func (b *bundling) make(ctx context.Context) error {
	if err := b.read(ctx); err != nil {
		return err
	}
	var err error
	if b.texts, err = b.service.texts(ctx, b.project, b.target.Version, b.paths()); err != nil {
		return err
	}
	b.fill()
	b.define()
	for _, kind := range partKinds {
		b.take(kind, int(partShare[kind]*float64(b.left)))
	}
	for _, kind := range partKinds {
		b.take(kind, b.left)
	}
	b.order()
	b.account()
	return nil
}

// paths are the files from which the parts may come.
func (b *bundling) paths() []string {
	paths := []string{b.target.symbol.Path}
	for _, body := range b.parts.Bodies {
		paths = append(paths, body.Symbol.Path)
	}
	for _, f := range b.parts.Fixtures {
		paths = append(paths, f.Symbol.Path)
	}
	for _, i := range slices.Concat(b.callers.Items, b.callees.Items) {
		if !i.Symbol.External {
			paths = append(paths, i.Symbol.Path)
		}
	}
	return paths
}

// define adds the definition, cut at a line where it would take too much.
func (b *bundling) define() {
	t := b.target.symbol
	text, most := cutLines(b.texts[t.Path], t.StartLine, t.EndLine), int(definitionShare*float64(b.reply.Budget))
	part := BundlePart{Kind: partDefinition, Symbol: t, StartLine: t.StartLine, EndLine: t.EndLine, Confidence: 1}
	lines := strings.SplitAfter(text, "\n")
	for len(lines) > 0 && Tokens(strings.Join(lines, "")) > most {
		lines = lines[:len(lines)-1]
	}
	if cut := strings.Join(lines, ""); cut != text {
		part.EndLine = t.StartLine + len(lines) - 1
		b.leave(partDefinition, t.EndLine-part.EndLine, fmt.Sprintf("lines of it: a definition takes at most %.0f %% of the budget", 100*definitionShare))
		text = cut
	}
	if text == "" {
		b.leave(partDefinition, t.EndLine-t.StartLine+1, "lines of it: the text of the file was not kept, or its first line is longer than the budget")
		return
	}
	part.Text, part.Tokens = text, Tokens(text)
	b.add(part)
}

func (b *bundling) add(part BundlePart) {
	b.reply.Parts = append(b.reply.Parts, part)
	b.reply.Tokens += part.Tokens
	b.left -= part.Tokens
}

// take adds the parts of a kind, in their order, that fit into the room; what does not fit stays in the pool.
func (b *bundling) take(kind string, room int) {
	rest := []BundlePart{}
	for _, part := range b.pools[kind] {
		if part.Tokens > min(room, b.left) {
			rest = append(rest, part)
			continue
		}
		room -= part.Tokens
		b.add(part)
	}
	b.pools[kind] = rest
}

// order sorts the parts by kind; within a kind they stand as they were taken.
func (b *bundling) order() {
	kinds := append([]string{partDefinition}, partKinds...)
	slices.SortStableFunc(b.reply.Parts, func(x, y BundlePart) int { return slices.Index(kinds, x.Kind) - slices.Index(kinds, y.Kind) })
}

func (b *bundling) leave(kind string, count int, why string) {
	if count > 0 {
		b.reply.LeftOut = append(b.reply.LeftOut, BundleLeftOut{Kind: kind, Count: count, Why: why})
	}
}

// account says what stayed out and how complete the lists are from which the parts were chosen.
func (b *bundling) account() {
	for _, kind := range partKinds {
		b.leave(kind, len(b.pools[kind]), "the budget is used up")
	}
	b.leave(partTest, b.tests.Total-b.tests.Shown, "further down the list: assay tests has all")
	b.leave(partFixture, b.parts.Total-len(b.parts.Fixtures), "fewer tests ask for them")
	b.leave(partCaller, b.callers.Total-b.callers.Shown, "further down the list: assay callers has all")
	b.leave(partCallee, b.callees.Total-b.callees.Shown, "further down the list: assay callees has all")
	b.reply.Hub = b.hub()
	b.reply.Status = worst(b.callers.Status, b.callees.Status, b.tests.Status)
	for _, reason := range slices.Concat(b.callers.Reasons, b.callees.Reasons, b.tests.Reasons) {
		if !slices.Contains(b.reply.Reasons, reason) {
			b.reply.Reasons = append(b.reply.Reasons, reason)
		}
	}
}
