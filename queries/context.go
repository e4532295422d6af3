package queries

import (
	"context"

	"assay/internal/fault"
)

// Bounds of a context.
const (
	// DefaultContext is how many items of each list a context shows.
	DefaultContext = 20
	// MaxContext is how many it can.
	MaxContext = 100
	// contextLines bounds the source shown.
	contextLines = 200
)

// Context is what to know of a symbol before it is touched, in one reply of one version.
type Context struct {
	Definition *SymbolDetail       `json:"definition"`
	Source     Excerpt             `json:"source"`
	Callers    Section[Item]       `json:"callers"`
	Callees    Section[Item]       `json:"callees"`
	Tests      Section[TestItem]   `json:"tests"`
	Fixtures   Section[FixtureUse] `json:"fixtures"`      // that the tests shown ask for
	Hub        *HubItem            `json:"hub,omitempty"` // of a symbol that is one
	Status     Status              `json:"status"`        // of the weakest list
	Index      Index               `json:"index"`
}

// Excerpt is a part of a file as it was loaded.
type Excerpt struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"` // of what is shown
	LeftOut   int    `json:"left_out"` // lines of the definition that are not shown
	Text      string `json:"text"`
}

// Section is a list within a larger reply, with all that a list says of itself.
type Section[T any] struct {
	Items      []T        `json:"items"`
	Total      int        `json:"total"`
	Shown      int        `json:"shown"`
	Truncated  bool       `json:"truncated"`
	Status     Status     `json:"status"`
	Reasons    []string   `json:"reasons"`
	Unresolved Unresolved `json:"unresolved"`
}

// MadeFrom is the state that the reply was made from.
func (c *Context) MadeFrom() Index { return c.Index }

func sectionOf[T any](list *Envelope[T]) Section[T] {
	return Section[T]{
		Items: list.Items, Total: list.Total, Shown: list.Shown, Truncated: list.Truncated, Status: list.Status, Reasons: list.Reasons,
		Unresolved: list.Unresolved,
	}
}

// Context gives a definition with its source, callers, callees, covering tests and their fixtures. Limit bounds each list.
func (s *Service) Context(ctx context.Context, project, symbol string, limit int) (*Context, error) {
	switch {
	case limit == 0:
		limit = DefaultContext
	case limit < 0 || limit > MaxContext:
		return nil, fault.New(fault.Invalid, "the limit is %d; it must be between 1 and %d", limit, MaxContext)
	}
	p, err := at(ListOptions{Limit: limit}, "context", project, symbol)
	if err != nil {
		return nil, err
	}
	return ask(ctx, s, project, symbol, func(t target) (*Context, error) { return s.contextOf(ctx, project, p, t) })
}

func (s *Service) contextOf(ctx context.Context, project string, p position, t target) (*Context, error) {
	a := &around{service: s, project: project, position: p, target: t}
	if err := a.read(ctx); err != nil {
		return nil, err
	}
	detail, err := s.detail(ctx, project, t)
	if err != nil {
		return nil, err
	}
	detail.judge(a.callers, a.tests)
	texts, err := s.texts(ctx, project, t.Version, []string{t.symbol.Path})
	if err != nil {
		return nil, err
	}
	c := &Context{
		Definition: detail, Source: excerpt(t.symbol, texts[t.symbol.Path], contextLines), Hub: a.hub(), Index: detail.Index,
		Callers: sectionOf(a.callers), Callees: sectionOf(a.callees), Tests: sectionOf(a.tests),
	}
	c.Status = worst(c.Callers.Status, c.Callees.Status, c.Tests.Status)
	c.Fixtures = Section[FixtureUse]{
		Items: a.parts.Fixtures, Total: a.parts.Total, Shown: len(a.parts.Fixtures), Truncated: len(a.parts.Fixtures) < a.parts.Total,
		Status: Complete, Reasons: []string{}, Unresolved: Unresolved{Sites: []UnresolvedSite{}},
	}
	if a.tests.Truncated || a.tests.Status != Complete {
		c.Fixtures.Status = Partial
		c.Fixtures.Reasons = []string{"These are the fixtures of the tests shown."}
	}
	return c, nil
}

// around is what stands around a target, read at one version.
type around struct {
	service  *Service
	project  string
	position position
	target   target

	hubs    map[string]HubItem
	callers *Envelope[Item]
	callees *Envelope[Item]
	tests   *Envelope[TestItem]
	parts   TestParts
}

func (a *around) read(ctx context.Context) error {
	s, t := a.service, a.target
	hubs, err := s.hubsAt(ctx, a.project, t.Version)
	if err != nil {
		return err
	}
	a.hubs = hubs.byID()
	if a.callers, err = s.callers(ctx, a.project, a.position, t); err != nil {
		return err
	}
	if a.callees, err = s.callees(ctx, a.project, a.position, t); err != nil {
		return err
	}
	if a.tests, err = s.tests(ctx, a.project, a.position, t); err != nil {
		return err
	}
	a.parts, err = s.testParts(ctx, a.project, t, a.tests.Items, a.position.limit)
	return err
}

// hub says that the target itself is one.
func (a *around) hub() *HubItem {
	if hub, ok := a.hubs[a.target.symbol.ID]; ok {
		return &hub
	}
	return nil
}

// worst is the status that says least.
func worst(all ...Status) Status {
	status := Complete
	for _, s := range all {
		if s == Unknown || s == Partial && status == Complete {
			status = s
		}
	}
	return status
}

// excerpt shows the first lines of a definition; of a module, of its file.
func excerpt(s Symbol, text string, most int) Excerpt {
	end := min(s.EndLine, s.StartLine+most-1)
	e := Excerpt{Path: s.Path, StartLine: s.StartLine, EndLine: end, LeftOut: s.EndLine - end}
	if text == "" {
		e.EndLine, e.LeftOut = s.StartLine, s.EndLine-s.StartLine+1
		return e
	}
	e.Text = cutLines(text, s.StartLine, end)
	return e
}
