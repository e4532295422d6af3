package queries

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/internal/fault"
)

// Bounds of an answer.
const (
	// DefaultEvidence is how many pieces of evidence an answer shows.
	DefaultEvidence = 12
	// MaxEvidence is how many it can show.
	MaxEvidence = 100
	maxQuestion = 4096 // characters
)

// answerVersion changes with the meaning of an answer's fields and with the rules that choose them.
const answerVersion = "1"

// Answer answers a question in plain words about what it names exactly. Plain words are never taken for names, and
// nothing is asserted of what is only named alike: without a focus, with several, or without evidence it abstains and
// says what to ask instead.
func (s *Service) Answer(ctx context.Context, project, question string, options AnswerOptions) (*Answer, error) {
	if options.MaxEvidence == 0 {
		options.MaxEvidence = DefaultEvidence
	}
	if err := checkQuestion(question, options); err != nil {
		return nil, err
	}
	return atOneVersion(ctx, project, func() (*Answer, error) {
		a := &answering{service: s, project: project, intents: intentsOf(question), options: options, clock: newClock()}
		a.reply = &Answer{
			Project: project, Question: question, Candidates: []Symbol{}, Statements: []Statement{}, Evidence: []AnswerEvidence{},
			Citations: []Citation{}, Fallback: Fallback{Recommended: []Call{}},
		}
		if err := a.answer(ctx, question); err != nil {
			return nil, err
		}
		return a.reply, nil
	})
}

func checkQuestion(question string, options AnswerOptions) error {
	control := func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }
	switch {
	case strings.TrimSpace(question) == "":
		return fault.New(fault.Invalid, "no question is asked")
	case utf8.RuneCountInString(question) > maxQuestion:
		return fault.New(fault.Invalid, "a question is at most %d characters long, this one has %d", maxQuestion, utf8.RuneCountInString(question))
	case !utf8.ValidString(question):
		return fault.New(fault.Invalid, "the question is not valid UTF-8")
	case strings.IndexFunc(question, control) >= 0:
		return fault.New(fault.Invalid, "the question holds a control character")
	case options.MaxEvidence < 1 || options.MaxEvidence > MaxEvidence:
		return fault.New(fault.Invalid, "the evidence is %d pieces; it must be between 1 and %d", options.MaxEvidence, MaxEvidence)
	}
	return nil
}

// answering is an answer while it is made.
type answering struct {
	service *Service
	project string
	intents []intent
	options AnswerOptions
	clock   *clock
	focus   focus
	known   known
	texts   map[string]string // of files, by path
	reply   *Answer
}

// known is what was read about the focus.
type known struct {
	detail  *SymbolDetail
	callers *Envelope[Item]
	callees *Envelope[Item]
	impact  *Impact
	tests   *Envelope[TestItem]
}

func (a *answering) answer(ctx context.Context, question string) error {
	var err error
	if a.focus, err = a.service.find(ctx, a.project, question); err != nil {
		return err
	}
	a.clock.lap("focus")
	a.provenance(ctx)
	a.reply.Contract = AnswerContract{Status: AnswerAbstained, Reason: a.focus.reason, Detail: a.focus.detail, Complete: Unknown, Reasons: a.focus.notes}
	if a.focus.reason != "" {
		if err := a.fallBack(ctx, question); err != nil {
			return err
		}
		a.reply.Candidates = a.focus.candidates
		a.abstain()
		return nil
	}
	if err := a.read(ctx); err != nil {
		return err
	}
	a.clock.lap("evidence")
	return a.compose(ctx)
}

// read asks what an answer may need of the focus, all at one version.
func (a *answering) read(ctx context.Context) error {
	p, err := at(ListOptions{Limit: MaxEvidence}, "answer")
	if err != nil {
		return err
	}
	t, err := a.service.withBody(ctx, a.project, a.focus.Snapshot, a.focus.symbol)
	if err != nil {
		return err
	}
	k := &a.known
	if k.detail, err = a.service.detail(ctx, a.project, t); err != nil {
		return err
	}
	if k.callers, err = a.service.callers(ctx, a.project, p, t); err != nil {
		return err
	}
	if k.callees, err = a.service.callees(ctx, a.project, p, t); err != nil {
		return err
	}
	whole := p
	whole.limit = 2 * maxTests // the statements count each kind of evidence
	if k.tests, err = a.service.tests(ctx, a.project, whole, t); err != nil {
		return err
	}
	if a.wants(wantsImpact) {
		k.impact, err = a.service.impact(ctx, a.project, p, MaxDepth, t)
	}
	return err
}

func (a *answering) wants(i intent) bool { return slices.Contains(a.intents, i) }

// compose selects evidence, cites it and says what it means, or abstains where it is too thin.
func (a *answering) compose(ctx context.Context) error {
	symbol := a.focus.symbol
	a.reply.Focus = &symbol
	a.completeness()
	if why := a.tooThin(); why != "" {
		a.reply.Contract.Reason, a.reply.Contract.Detail = InsufficientEvidence, why
		a.reply.Candidates = []Symbol{symbol}
	} else {
		a.reply.Contract.Status, a.reply.Contract.Reason, a.reply.Contract.Detail = AnswerSupported, "", "Each statement is held by the evidence that it cites."
		a.besideFocus()
	}
	if err := a.gather(ctx); err != nil {
		return err
	}
	if a.reply.Contract.Status == AnswerSupported {
		a.state()
		a.reply.Confidence = a.confidence()
	}
	a.reply.ConfidenceLabel = confidenceLabel(a.reply.Confidence)
	a.clock.lap("statements")
	a.recommend()
	a.reply.TimingsMS = a.clock.timings()
	return nil
}

// besideFocus says of which of several named definitions the answer is. The others are candidates, with the calls that ask
// for each by itself.
func (a *answering) besideFocus() {
	if len(a.focus.others) == 0 {
		return
	}
	c := &a.reply.Contract
	c.Detail = fmt.Sprintf("This answers for %s alone; the candidates are named as well, and nothing is said about them.", a.focus.symbol.QualifiedName)
	if c.Complete == Complete {
		c.Complete = Partial
	}
	a.reply.Candidates = a.focus.others
	for _, other := range a.focus.others[:min(len(a.focus.others), shownCalls)] {
		a.call("the question names it as well", a.verb(), other.ID)
	}
}

// abstain ends an answer without a focus.
func (a *answering) abstain() {
	a.reply.ConfidenceLabel = confidenceLabel(0)
	a.recommend()
	a.reply.TimingsMS = a.clock.timings()
}

// tooThin says why the evidence does not carry an answer: what the question wants most is empty, and something that was
// read, or never read, could fill it. An empty list that is complete is an answer.
func (a *answering) tooThin() string {
	if len(a.intents) == 0 {
		return ""
	}
	shown, status, reasons := a.list(a.intents[0])
	if shown > 0 || status == Complete {
		return ""
	}
	return fmt.Sprintf("Nothing is known of the %s of %s, and the list is not complete: %s", listNames[a.intents[0]], a.focus.symbol.QualifiedName, strings.Join(reasons, " "))
}

var listNames = map[intent]string{wantsCallers: "callers", wantsCallees: "callees", wantsImpact: "impact", wantsTests: "covering tests"}

// list gives the length and completeness of what an intent asks for.
func (a *answering) list(i intent) (int, Status, []string) {
	k := a.known
	switch i {
	case wantsImpact:
		return k.impact.Total + k.impact.SelfCallersTotal + k.impact.TestsTotal, k.impact.Status, k.impact.Reasons
	case wantsTests:
		return k.tests.Total, k.tests.Status, k.tests.Reasons
	case wantsCallees:
		return k.callees.Total, k.callees.Status, k.callees.Reasons
	default:
		return k.callers.Total, k.callers.Status, k.callers.Reasons
	}
}

// completeness is that of the lists which the question wants; of callers and tests for a general question.
func (a *answering) completeness() {
	wanted := a.intents
	if len(wanted) == 0 {
		wanted = []intent{wantsCallers, wantsTests}
	}
	c := &a.reply.Contract
	c.Complete = Complete
	for _, i := range wanted {
		_, status, reasons := a.list(i)
		if status == Unknown || status == Partial && c.Complete == Complete {
			c.Complete = status
		}
		for _, r := range reasons {
			if !slices.Contains(c.Reasons, r) {
				c.Reasons = append(c.Reasons, r)
			}
		}
	}
}

// confidence is the mean of the evidence that is shown for what the question wants, lowered where the lists behind it
// are not complete.
func (a *answering) confidence() float64 {
	sum, n := 0.0, 0
	for _, e := range a.reply.Evidence {
		if e.Kind == kindDefinition && len(a.reply.Evidence) > 1 || !a.wanted(e.Kind) && len(a.intents) > 0 {
			continue
		}
		sum, n = sum+e.Score, n+1
	}
	mean := 1.0 // an empty and complete list is certain
	if n > 0 {
		mean = sum / float64(n)
	}
	return round(mean * map[Status]float64{Complete: 1, Partial: 0.8, Unknown: 0.7}[a.reply.Contract.Complete])
}

func (a *answering) provenance(ctx context.Context) {
	a.reply.Provenance = Provenance{
		Index:    a.service.index(ctx, a.focus.Snapshot),
		Versions: map[string]string{"answer": answerVersion, "extractor": a.focus.ExtractorHash},
		Settings: map[string]any{"max_evidence": a.options.MaxEvidence, "static_calls": StaticCalls, "intents": a.intents, "retrieval": "exact names"},
		Counts:   map[string]int{},
	}
}

// clock measures the stages of an answer.
type clock struct {
	began, last time.Time
	stages      map[string]float64
}

func newClock() *clock {
	now := time.Now()
	return &clock{began: now, last: now, stages: map[string]float64{}}
}

func (c *clock) lap(stage string) {
	now := time.Now()
	c.stages[stage] = milliseconds(now.Sub(c.last))
	c.last = now
}

func (c *clock) timings() map[string]float64 {
	c.stages["total"] = milliseconds(time.Since(c.began))
	return c.stages
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
