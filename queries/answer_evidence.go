package queries

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/internal/fault"
)

// Kinds of evidence.
const (
	kindDefinition = "definition"
	kindCaller     = "caller"
	kindCallee     = "callee"
	kindImpact     = "impact"
	kindTest       = "covering_test"
	kindMember     = "member"
)

// kindOf is the kind of evidence that an intent wants.
var kindOf = map[intent]string{wantsCallers: kindCaller, wantsCallees: kindCallee, wantsImpact: kindImpact, wantsTests: kindTest}

// restOfKinds is the order in which evidence is taken that no intent asked for: tests before prose.
var restOfKinds = []string{kindTest, kindCaller, kindMember, kindCallee}

// Bounds of the texts shown.
const (
	maxTextLines = 60
	maxTextBytes = 6000
)

// wanted reports whether a question asks for a kind of evidence.
func (a *answering) wanted(kind string) bool {
	return slices.ContainsFunc(a.intents, func(i intent) bool { return kindOf[i] == kind })
}

// gather selects the evidence: the definition, then by turns one piece of each kind, two of a kind that is asked for.
func (a *answering) gather(ctx context.Context) error {
	pools := a.pools()
	counts := a.reply.Provenance.Counts
	for kind, pool := range pools {
		counts[kind] = len(pool)
	}
	chosen := []AnswerEvidence{a.definition()}
	for len(chosen) < a.options.MaxEvidence {
		before := len(chosen)
		for _, kind := range a.order() {
			turns := 1
			if a.wanted(kind) {
				turns = 2
			}
			for ; turns > 0 && len(pools[kind]) > 0 && len(chosen) < a.options.MaxEvidence; turns-- {
				chosen, pools[kind] = append(chosen, pools[kind][0]), pools[kind][1:]
			}
		}
		if len(chosen) == before {
			break
		}
	}
	order := append([]string{kindDefinition}, a.order()...)
	slices.SortStableFunc(chosen, func(x, y AnswerEvidence) int {
		return slices.Index(order, x.Kind) - slices.Index(order, y.Kind)
	})
	return a.cite(ctx, chosen)
}

// order is that of the kinds: what is asked for, then the rest.
func (a *answering) order() []string {
	kinds := []string{}
	for _, i := range a.intents {
		kinds = append(kinds, kindOf[i])
	}
	for _, kind := range restOfKinds {
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func (a *answering) definition() AnswerEvidence {
	s := a.focus.symbol
	return AnswerEvidence{Kind: kindDefinition, Symbol: s.QualifiedName, Path: s.Path, StartLine: s.StartLine, EndLine: s.EndLine, Score: 1}
}

// pools are the pieces of evidence by kind, the best first.
func (a *answering) pools() map[string][]AnswerEvidence {
	pools := map[string][]AnswerEvidence{kindCaller: users(kindCaller, a.known.callers.Items)}
	for _, i := range a.known.callees.Items {
		pools[kindCallee] = append(pools[kindCallee], callee(i))
	}
	for _, t := range a.known.tests.Items {
		pools[kindTest] = append(pools[kindTest], AnswerEvidence{
			Kind: kindTest, Symbol: t.Test.RunnerID, Path: t.Test.Path, StartLine: t.Test.Line, EndLine: t.Test.Line,
			Score: t.Confidence, Source: t.Source, How: t.How,
		})
	}
	for _, m := range a.known.detail.Members {
		pools[kindMember] = append(pools[kindMember], AnswerEvidence{
			Kind: kindMember, Symbol: m.QualifiedName, Path: m.Path, StartLine: m.StartLine, EndLine: m.EndLine, Score: 1,
		})
	}
	if a.known.impact != nil {
		all := slices.Concat(a.known.impact.Items, a.known.impact.SelfCallers, a.known.impact.Tests)
		slices.SortStableFunc(all, func(x, y Item) int { return x.Depth - y.Depth })
		pools[kindImpact] = users(kindImpact, all)
		pools[kindCaller] = nil // the nearest of the impact
	}
	return pools
}

// users cite the place where they use the focus.
func users(kind string, items []Item) []AnswerEvidence {
	all := []AnswerEvidence{}
	for _, i := range items {
		e := AnswerEvidence{
			Kind: kind, Symbol: i.Symbol.QualifiedName, Path: i.Symbol.Path, StartLine: i.Symbol.StartLine, EndLine: i.Symbol.EndLine,
			Score: i.Confidence, Source: i.Evidence, How: how(i),
		}
		if len(i.Sites) > 0 {
			e.Path, e.StartLine, e.EndLine = i.Sites[0].Path, i.Sites[0].Line, i.Sites[0].Line
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(x, y AnswerEvidence) int {
		if kind == kindImpact || x.Score == y.Score {
			return 0
		}
		if x.Score > y.Score {
			return -1
		}
		return 1
	})
	return all
}

// callee cites its definition, or the place of its use where it is defined elsewhere.
func callee(i Item) AnswerEvidence {
	e := AnswerEvidence{
		Kind: kindCallee, Symbol: i.Symbol.QualifiedName, Path: i.Symbol.Path, StartLine: i.Symbol.StartLine, EndLine: i.Symbol.EndLine,
		Score: i.Confidence, Source: i.Evidence, How: how(i),
	}
	if i.Symbol.External && len(i.Sites) > 0 {
		e.Path, e.StartLine, e.EndLine = i.Sites[0].Path, i.Sites[0].Line, i.Sites[0].Line
	}
	return e
}

func how(i Item) string {
	if i.Depth > 1 {
		return fmt.Sprintf("%s, depth %d, through %s", i.Via, i.Depth, i.Through)
	}
	return i.Via
}

// cite gives each piece its citation and text. A piece without a place, such as an external symbol whose use has no
// line, cannot be cited and is dropped.
func (a *answering) cite(ctx context.Context, chosen []AnswerEvidence) error {
	a.texts = map[string]string{}
	seen := map[string]bool{}
	for _, e := range chosen {
		if e.Path == "" || e.StartLine < 1 {
			continue
		}
		if err := a.load(ctx, e.Path); err != nil {
			return err
		}
		e.Text = clip(cutLines(a.texts[e.Path], e.StartLine, min(e.EndLine, e.StartLine+maxTextLines-1)))
		c := Citation{
			ID:   fmt.Sprintf("%s:%d-%d@%d", e.Path, e.StartLine, e.EndLine, a.focus.Version),
			Path: e.Path, StartLine: e.StartLine, EndLine: e.EndLine, Version: a.focus.Version,
		}
		e.Citation = c.ID
		a.reply.Evidence = append(a.reply.Evidence, e)
		if !seen[c.ID] {
			seen[c.ID] = true
			a.reply.Citations = append(a.reply.Citations, c)
		}
	}
	return nil
}

// load reads the text of a file once. A file whose text was not kept has none.
func (a *answering) load(ctx context.Context, path string) error {
	if _, ok := a.texts[path]; ok {
		return nil
	}
	found, err := a.service.reader.Text(ctx, a.project, path)
	if err != nil {
		return fmt.Errorf("read the text of %s: %w", path, err)
	}
	if err := same(a.focus.Version, found.Version); err != nil {
		return err
	}
	text, err := found.text()
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return fmt.Errorf("unpack the text of %s: %w", path, err)
	}
	a.texts[path] = text
	return nil
}

// clip bounds a text at a line's end.
func clip(text string) string {
	if len(text) <= maxTextBytes {
		return text
	}
	text = strings.ToValidUTF8(text[:maxTextBytes], "")
	return text[:strings.LastIndexByte(text, '\n')+1]
}
