package queries_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/queries"
)

// A question that names two definitions is answered for one, and says so.
func TestAnswerNamesTheOthers(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop + "def function shop/pay.py echo 16-18\ndef function shop/pay.py make_str 20-22\nshop/pay.py::echo -CALLS-> shop/pay.py::make_str exact 17\n")
		for question, want := range map[string][]string{
			"Which functions call make_str and echo?":       {"shop/pay.py::echo"},
			"Who calls `charge`, make_str or echo?":         {"shop/pay.py::make_str", "shop/pay.py::echo"},
			"What uses make_str and total?":                 {"shop/orders.py::total", "shop/pay.py::total"},
			"Who calls make_str and why?":                   {},
			"Who calls make_str and is it called by tests?": {},
			"Who calls refund of Order and what breaks?":    {},
		} {
			got := must[*queries.Answer](b)(b.service.Answer(b.Context(), project, question, queries.AnswerOptions{}))
			others := []string{}
			for _, c := range got.Candidates {
				others = append(others, c.ID)
			}
			b.equal(question, want, others)
			if len(want) == 0 {
				continue
			}
			if got.Contract.Status != queries.AnswerSupported || got.Contract.Complete != queries.Partial || got.Focus == nil ||
				!strings.Contains(got.Contract.Detail, "for "+got.Focus.QualifiedName+" alone") {
				b.Errorf("%s: %+v", question, got.Contract)
			}
			if !strings.HasPrefix(got.Fallback.Recommended[0].CLI, "assay callers "+want[0]) || len(got.Contract.Reasons) == 0 {
				b.Errorf("%s: %+v, %q", question, got.Fallback.Recommended, got.Contract.Reasons)
			}
		}
	})
}

// The numbers in a statement are of the whole list, observed and static ones apart.
func TestAnswerCountsAllTests(t *testing.T) {
	const ran, reach = 130, 6
	var text strings.Builder
	text.WriteString("file a.py 40\nfile tests/test_a.py 900\ndef function a.py split_opt 1-9\n")
	for i := range ran + reach {
		name := fmt.Sprintf("test_%d", i)
		fmt.Fprintf(&text, "def function tests/test_a.py %s %d-%d\ntest tests/test_a.py::%s %d\n", name, i*3+1, i*3+2, name, i*3+1)
		fmt.Fprintf(&text, "tests/test_a.py::%s -RUNS-> tests/test_a.py::%s exact\n", name, name)
		if i < ran {
			fmt.Fprintf(&text, "tests/test_a.py::%s -TESTS-> a.py::split_opt observed 2 phases=2\n", name)
		} else {
			fmt.Fprintf(&text, "tests/test_a.py::%s -CALLS-> a.py::split_opt inferred %d candidates=2\n", name, i*3+2)
		}
	}
	onBoth(t, func(b *bed) {
		got := must[*queries.Answer](b)(b.service.Answer(b.Context(), b.load(text.String()), "is split_opt tested", queries.AnswerOptions{}))
		if !says(got, "130 tests executed it when the tests ran; 6 more can reach it by the text alone.") {
			b.Errorf("%+v", got.Statements)
		}
	})
}

// A definition's numbers are no more certain than the lists that they count.
func TestSymbolSaysHowCertainItsNumbersAre(t *testing.T) {
	onBoth(t, func(b *bed) {
		const unrun = "file a.py 20\ndef function a.py f 1-3\ndef function a.py save 5-7\na.py::f -MAY_CALL-> ?save guess 2 reason=receiver_unknown\n"
		got := must[*queries.SymbolDetail](b)(b.service.Symbol(b.Context(), b.load(unrun), "save"))
		b.equal("words", "callers at least 0, callees 0, executed by tests: unknown", got.Numbers())
		if got.CoveredBy != nil || got.CallersStatus != queries.Partial || got.Unresolved != 1 || len(got.Reasons) != 2 {
			b.Errorf("%+v", got)
		}
		got = must[*queries.SymbolDetail](b)(b.service.Symbol(b.Context(), b.load(aged), "charge"))
		b.equal("words", "callers 0, callees 0, executed by 1 test", got.Numbers())
		b.equal("reasons", []string{}, got.Reasons)
		special := must[*queries.SymbolDetail](b)(b.service.Symbol(b.Context(), b.load(aged+"def method shop/pay.py Till.__enter__ 37-38 in=shop/pay.py::Till#class\n"), "Till.__enter__"))
		if special.CallersStatus != queries.Partial || !strings.Contains(strings.Join(special.Reasons, " "), "the language calls it") {
			b.Errorf("%+v", special)
		}
	})
}
