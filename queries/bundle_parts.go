package queries

import (
	"slices"
	"strings"
)

// fill makes the pools of parts that could come in.
func (b *bundling) fill() {
	b.fillTests()
	for _, f := range b.parts.Fixtures {
		if !b.isHub(f.Symbol) {
			b.offer(partFixture, BundlePart{Symbol: f.Symbol, StartLine: f.Symbol.StartLine, EndLine: f.Symbol.EndLine, Confidence: 1})
		}
	}
	shown := b.bodies()
	for _, i := range b.callers.Items {
		if !shown[i.Symbol.ID] && !b.isHub(i.Symbol) {
			b.offerCaller(i)
		}
	}
	external := 0
	for _, i := range b.callees.Items {
		switch {
		case i.Symbol.External:
			external++
		case i.Symbol.ID != b.target.symbol.ID && !b.isHub(i.Symbol):
			b.offer(partCallee, BundlePart{
				Symbol: i.Symbol, StartLine: i.Symbol.StartLine, EndLine: min(i.Symbol.EndLine, i.Symbol.StartLine+headLines-1), Evidence: i.Evidence,
				Confidence: i.Confidence,
			})
		}
	}
	b.leave(partCallee, external, "defined outside of the project")
	b.leave("hub", len(b.reply.Hubs), "used by very many, or executed by most tests: they say little about this symbol")
}

// fillTests offers the body of each test once, with the names of all tests that run it.
func (b *bundling) fillTests() {
	bodies := map[string][]Symbol{}
	for _, body := range b.parts.Bodies {
		bodies[body.Test] = append(bodies[body.Test], body.Symbol)
	}
	at, without := map[string]int{}, 0
	pool := []BundlePart{}
	for _, t := range b.tests.Items {
		if len(bodies[testID(t.Test)]) == 0 {
			without++
		}
		for _, body := range bodies[testID(t.Test)] {
			if i, ok := at[body.ID]; ok {
				pool[i].Tests = append(pool[i].Tests, t.Test.RunnerID)
				continue
			}
			at[body.ID] = len(pool)
			pool = append(pool, BundlePart{
				Symbol: body, Tests: []string{t.Test.RunnerID}, StartLine: body.StartLine, EndLine: body.EndLine, Evidence: t.Source, Confidence: t.Confidence,
			})
		}
	}
	for _, part := range pool {
		if part.Symbol.ID != b.target.symbol.ID {
			b.offer(partTest, part)
		}
	}
	b.leave(partTest, without, "their bodies are not in the source")
}

// bodies are the functions that stand in the bundle as tests.
func (b *bundling) bodies() map[string]bool {
	shown := map[string]bool{}
	for _, part := range b.pools[partTest] {
		shown[part.Symbol.ID] = true
	}
	return shown
}

// isHub tells hubs, and names each once in the reply.
func (b *bundling) isHub(s Symbol) bool {
	hub, ok := b.hubs[s.ID]
	if ok && !slices.Contains(b.reply.Hubs, hub) {
		b.reply.Hubs = append(b.reply.Hubs, hub)
	}
	return ok
}

// offer puts a part whose text is there into the pool of its kind.
func (b *bundling) offer(kind string, part BundlePart) {
	part.Kind = kind
	if part.Text == "" {
		part.Text = cutLines(b.texts[part.Symbol.Path], part.StartLine, part.EndLine)
	}
	if part.Text == "" {
		b.leave(kind, 1, "the text of "+part.Symbol.Path+" was not kept")
		return
	}
	part.Tokens = Tokens(part.Text)
	b.pools[kind] = append(b.pools[kind], part)
}

// offerCaller shows the places of use with a line before and behind, parted by a line that says so.
func (b *bundling) offerCaller(i Item) {
	part := BundlePart{Symbol: i.Symbol, StartLine: i.Symbol.StartLine, EndLine: i.Symbol.EndLine, Evidence: i.Evidence, Confidence: i.Confidence}
	text, end := strings.Builder{}, 0
	for _, site := range i.Sites {
		if site.Path != i.Symbol.Path || site.Line < 1 || slices.Contains(part.Lines, site.Line) {
			continue
		}
		part.Lines = append(part.Lines, site.Line)
		from, to := max(site.Line-siteLines, end+1), site.Line+siteLines
		if end > 0 && from > end+1 {
			text.WriteString("...\n")
		}
		if end == 0 {
			part.StartLine = from
		}
		text.WriteString(cutLines(b.texts[site.Path], from, to))
		end = max(end, to)
	}
	if part.Text = text.String(); part.Text != "" {
		part.EndLine = end
	}
	b.offer(partCaller, part)
}
