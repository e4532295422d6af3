package queries_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/internal/fault"
	"assay/queries"
)

func (b *bed) answer(project, question string) *queries.Answer {
	b.Helper()
	return must[*queries.Answer](b)(b.service.Answer(b.Context(), project, question, queries.AnswerOptions{}))
}

func TestAnswerAboutANamedFunction(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := b.answer(project, "What does Order.refund do and which tests prove it?")
		if got.Contract.Status != queries.AnswerSupported || got.Focus == nil || got.Focus.ID != "shop/orders.py::Order.refund" {
			b.Fatalf("contract %+v, focus %v", got.Contract, got.Focus)
		}
		b.equal("first evidence", queries.AnswerEvidence{
			Kind: "definition", Symbol: "Order.refund", Path: "shop/orders.py", StartLine: 14, EndLine: 20, Score: 1,
			Citation: fmt.Sprintf("shop/orders.py:14-20@%d", got.Provenance.Index.Version), Text: linesOf(14, 20),
		}, got.Evidence[0])
		b.equal("second evidence", "covering_test tests/test_orders.py::test_refund observed", got.Evidence[1].Kind+" "+got.Evidence[1].Symbol+" "+got.Evidence[1].Source)
		if got.Confidence < 0.8 || got.ConfidenceLabel != "high" {
			b.Errorf("confidence %v %s", got.Confidence, got.ConfidenceLabel)
		}
		b.cited(got)
		again := b.answer(project, "What does Order.refund do and which tests prove it?")
		b.same(got, again)
	})
}

// same compares two answers apart from timings and age.
func (b *bed) same(x, y *queries.Answer) {
	b.Helper()
	ignore := cmp.Options{cmpopts.IgnoreFields(queries.Answer{}, "TimingsMS"), cmpopts.IgnoreFields(queries.Index{}, "AgeSeconds")}
	if d := cmp.Diff(x, y, ignore); d != "" {
		b.Errorf("two equal questions differ: %s", d)
	}
}

// cited checks that each statement and piece of evidence is held by a citation, and each citation by evidence.
func (b *bed) cited(a *queries.Answer) {
	b.Helper()
	held, shown := map[string]bool{}, map[string]bool{}
	for _, c := range a.Citations {
		held[c.ID] = true
		if want := fmt.Sprintf("%s:%d-%d@%d", c.Path, c.StartLine, c.EndLine, c.Version); c.ID != want || c.Version != a.Provenance.Index.Version {
			b.Errorf("citation %s is of %s", c.ID, want)
		}
	}
	for _, e := range a.Evidence {
		shown[e.Citation] = true
		if !held[e.Citation] || e.Path == "" || e.StartLine < 1 || e.EndLine < e.StartLine {
			b.Errorf("evidence without a place or citation: %+v", e)
		}
	}
	for _, s := range a.Statements {
		if len(s.Citations) == 0 {
			b.Errorf("statement without citation: %s", s.Text)
		}
		for _, c := range s.Citations {
			if !shown[c] {
				b.Errorf("statement cites %s, which no evidence shows", c)
			}
		}
	}
	if len(a.Citations) != len(shown) {
		b.Errorf("%d citations for %d places", len(a.Citations), len(shown))
	}
	for _, stage := range []string{"focus", "total"} {
		if _, ok := a.TimingsMS[stage]; !ok {
			b.Errorf("no timing of %s", stage)
		}
	}
}

func linesOf(first, last int) string {
	var text strings.Builder
	for i := first; i <= last; i++ {
		fmt.Fprintf(&text, "line %d\r\n", i)
	}
	return text.String()
}

// The ways to write a name; everything else in a question is a plain word.
func TestAnswerFocus(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		for question, want := range map[string]string{
			"charge":                                            "shop/pay.py::charge",
			"what is `charge` for":                              "shop/pay.py::charge",
			"Who calls charge?":                                 "shop/pay.py::charge",
			"What breaks if I change charge?":                   "shop/pay.py::charge",
			"which tests cover the function charge":             "shop/pay.py::charge",
			"is charge() safe to touch, e.g. for refunds?":      "shop/pay.py::charge",
			"explain \"refund\" please":                         "shop/orders.py::Order.refund",
			"why does Order's refund() fail?":                   "shop/orders.py::Order.refund",
			"what is in shop/orders.py":                         "shop/orders.py::<module>",
			"what stands at shop/orders.py:15?":                 "shop/orders.py::Order.refund",
			"Who uses shop.pay.total, really?":                  "shop/pay.py::total",
			"who calls total() in shop/pay.py?":                 "shop/pay.py::total",
			"who calls `total` of orders?":                      "shop/orders.py::total",
			"does (Order.close) call shop/pay.py::charge":       "shop/orders.py::Order.close",
			"does GitHub run test_refund?":                      "tests/test_orders.py::test_refund",
			"tests/test_orders.py::test_refund":                 "tests/test_orders.py::test_refund",
			"How does the Order do it":                          "",
			"who calls the charge of the day?":                  "",
			"How does the total command charge for the latest?": "",
			"what would close add to an order and its refund?":  "",
		} {
			got := b.answer(project, question)
			id := ""
			if got.Focus != nil {
				id = got.Focus.ID
			}
			if id != want {
				b.Errorf("%q is about %q, want %q (%s)", question, id, want, got.Contract.Detail)
			}
			if want == "" && (got.Contract.Status != queries.AnswerAbstained || got.Contract.Reason != queries.NoFocus || len(got.Statements) > 0 || asserts(got.Evidence)) {
				b.Errorf("%q: %+v", question, got.Contract)
			}
			b.cited(got)
		}
	})
}

// asserts reports whether there is evidence of anything but of why a candidate was found.
func asserts(evidence []queries.AnswerEvidence) bool {
	return slices.ContainsFunc(evidence, func(e queries.AnswerEvidence) bool { return e.Kind != "candidate" || e.How == "" })
}

func TestAnswerAbstainsFromSeveral(t *testing.T) {
	onBoth(t, func(b *bed) {
		got := b.answer(b.load(shop), "What calls total?")
		b.equal("contract", queries.AnswerContract{
			Status: queries.AnswerAbstained, Reason: queries.AmbiguousFocus, Complete: queries.Unknown, Reasons: []string{},
			Detail: `"total" names 2 definitions, and no word of the question singles one out.`,
		}, got.Contract)
		if len(got.Candidates) != 2 || len(got.Fallback.Recommended) != 2 || got.Focus != nil || got.Confidence != 0 || got.ConfidenceLabel != "low" {
			b.Errorf("answer %+v", got)
		}
		call := got.Fallback.Recommended[1]
		b.equal("call", queries.Call{
			Why: "if shop/pay.py::total is meant", CLI: "assay callers shop/pay.py::total --project " + got.Project,
			HTTP: "GET /v1/projects/" + got.Project + "/callers?symbol=shop%2Fpay.py%3A%3Atotal",
		}, call)
		if got.Provenance.Index.Version == 0 || got.Provenance.Versions["extractor"] != "x1" {
			b.Errorf("provenance %+v", got.Provenance)
		}
	})
}

func TestAnswerAbstainsFromWhatIsNotThere(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		for _, question := range []string{"who calls charge_all()?", "Does Order.refund use `charg`?", "chargee"} {
			got := b.answer(project, question)
			if got.Contract.Reason != queries.NoFocus || got.Focus != nil || len(got.Statements) > 0 {
				b.Errorf("%q: %+v", question, got.Contract)
			}
			if len(got.Candidates) == 0 || got.Candidates[0].ID != "shop/pay.py::charge" || len(got.Fallback.Recommended) == 0 {
				b.Errorf("%q: candidates %v", question, got.Candidates)
			}
		}
		got := b.answer(project, "how are refunds paid?")
		if got.Contract.Status != queries.AnswerAbstained || got.Contract.Reason != queries.NoFocus || got.Focus != nil || len(got.Statements) > 0 || asserts(got.Evidence) {
			b.Errorf("%+v", got)
		}
		b.equal("candidate", "shop/orders.py::Order.refund", got.Candidates[0].ID)
		b.equal("why", "refunds in the name", got.Evidence[0].How)
		b.equal("next", "assay symbol shop/orders.py::Order.refund --project "+project, got.Fallback.Recommended[0].CLI)
		b.equal("retrieval", "full text", got.Provenance.Settings["retrieval"])
		b.cited(got)
		nothing := b.answer(project, "why is the sky blue?")
		if len(nothing.Candidates)+len(nothing.Evidence) > 0 || len(nothing.Fallback.Recommended) != 1 || nothing.Contract.Reason != queries.NoFocus {
			b.Errorf("%+v", nothing)
		}
	})
}

// A question whose list is empty, while something that was read may fill it, is not answered with zero.
func TestAnswerAbstainsFromThinEvidence(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(`
file a.py 20
def function a.py one 1-2
def function a.py two 4-5
def function a.py other 7-8
a.py::other -MAY_CALL-> ?one guess 8 reason=the_receiver_is_not_known`)
		got := b.answer(project, "who calls `one`?")
		if got.Contract.Status != queries.AnswerAbstained || got.Contract.Reason != queries.InsufficientEvidence || got.Focus == nil || len(got.Statements) > 0 {
			b.Errorf("%+v", got.Contract)
		}
		if len(got.Candidates) != 1 || len(got.Fallback.Recommended) == 0 {
			b.Errorf("%+v %+v", got.Candidates, got.Fallback)
		}
		zero := b.answer(project, "who calls `two`?")
		if zero.Contract.Status != queries.AnswerSupported || zero.Contract.Complete != queries.Complete || !says(zero, "nothing that was read could be one") {
			b.Errorf("%+v %+v", zero.Contract, zero.Statements)
		}
		tests := b.answer(project, "which tests cover `two`?")
		if tests.Contract.Reason != queries.InsufficientEvidence {
			b.Errorf("%+v", tests.Contract)
		}
	})
}

func says(a *queries.Answer, text string) bool {
	for _, s := range a.Statements {
		if strings.Contains(s.Text, text) {
			return true
		}
	}
	return false
}

func TestAnswerOrdersEvidenceByWhatIsAsked(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		for question, kind := range map[string]string{
			"who calls Order.refund?":                "caller",
			"what breaks if I change Order.refund?":  "impact",
			"which tests cover Order.refund?":        "covering_test",
			"what does Order.refund depend on":       "callee",
			"what are the callees of `Order.refund`": "callee",
		} {
			got := b.answer(project, question)
			if got.Contract.Status != queries.AnswerSupported || len(got.Evidence) < 3 {
				b.Fatalf("%q: %+v", question, got)
			}
			if got.Evidence[1].Kind != kind {
				b.Errorf("%q shows %s first, want %s", question, got.Evidence[1].Kind, kind)
			}
			b.cited(got)
		}
		few := must[*queries.Answer](b)(b.service.Answer(b.Context(), project, "who calls Order.refund?", queries.AnswerOptions{MaxEvidence: 2}))
		if len(few.Evidence) != 2 {
			b.Errorf("%d pieces of evidence, want 2", len(few.Evidence))
		}
	})
}

func TestAnswerRefusesBadQuestions(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		for _, question := range []string{"", "  \n", strings.Repeat("x", 5000), "a\x00b", "\xff"} {
			_, err := b.service.Answer(b.Context(), project, question, queries.AnswerOptions{})
			b.fails(err, fault.Invalid)
		}
		_, err := b.service.Answer(b.Context(), project, "who?", queries.AnswerOptions{MaxEvidence: 101})
		b.fails(err, fault.Invalid)
		_, err = b.service.Answer(b.Context(), "no-such-project", "who?", queries.AnswerOptions{})
		b.fails(err, fault.NotFound)
	})
}
