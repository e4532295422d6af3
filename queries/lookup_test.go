package queries_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/fault"
	"assay/queries"
)

func TestSpellings(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		for spelling, want := range map[string]string{
			"charge":                                 "shop/pay.py::charge",
			"charge()":                               "shop/pay.py::charge",
			"Order":                                  "shop/orders.py::Order#class",
			"Order.refund":                           "shop/orders.py::Order.refund",
			"refund":                                 "shop/orders.py::Order.refund",
			"orders.Order.refund":                    "shop/orders.py::Order.refund",
			"shop.orders.Order.refund":               "shop/orders.py::Order.refund",
			"shop.orders.total":                      "shop/orders.py::total",
			"pay.total":                              "shop/pay.py::total",
			"close.inner":                            "shop/orders.py::Order.close.<locals>.inner",
			"Order.close.<locals>.inner":             "shop/orders.py::Order.close.<locals>.inner",
			"shop/orders.py::Order":                  "shop/orders.py::Order#class",
			"shop/orders.py::Order#class":            "shop/orders.py::Order#class",
			"shop/orders.py::Order.refund":           "shop/orders.py::Order.refund",
			"shop/orders.py::Order::refund":          "shop/orders.py::Order.refund",
			"./shop/../shop/orders.py::Order.refund": "shop/orders.py::Order.refund",
			"tests/test_orders.py::test_total[a/b \u00e9]": "tests/test_orders.py::test_total",
			"shop/orders.py:15":                            "shop/orders.py::Order.refund",
			"shop/orders.py:25":                            "shop/orders.py::Order.close.<locals>.inner",
			"shop/orders.py:35":                            "shop/orders.py::<module>",
			`.\shop\orders.py`:                             "shop/orders.py::<module>",
			"shop/orders.py":                               "shop/orders.py::<module>",
			"/repository/" + project + "/shop/pay.py":      "shop/pay.py::<module>",
			"shop.orders":                                  "shop/orders.py::<module>",
			"orders":                                       "shop/orders.py::<module>",
		} {
			got, err := b.service.Symbol(b.Context(), project, spelling)
			if err != nil {
				b.Errorf("%q: %v", spelling, err)
			} else if got.ID != want {
				b.Errorf("%q names %s, want %s", spelling, got.ID, want)
			}
		}
	})
}

func TestNamesInAnotherNormalForm(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load("file a.py 9\ndef function a.py caf\u00e9 1-2\n")
		for _, spelling := range []string{"cafe\u0301", "a.py::cafe\u0301", "a.cafe\u0301"} {
			if got, err := b.service.Symbol(b.Context(), project, spelling); err != nil || got.ID != "a.py::caf\u00e9" {
				b.Errorf("%q names %v, %v", spelling, got, err)
			}
		}
	})
}

func TestSeveralMatchesAreAmbiguous(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		_, err := b.service.Impact(b.Context(), project, "total", queries.ImpactOptions{})
		f := b.fails(err, fault.Ambiguous)
		b.equal("candidates", []fault.Candidate{
			{ID: "shop/orders.py::total", Path: "shop/orders.py", QualifiedName: "total", Kind: "function", StartLine: 1},
			{ID: "shop/pay.py::total", Path: "shop/pay.py", QualifiedName: "total", Kind: "function", StartLine: 11},
		}, f.Candidates)
		if !strings.Contains(f.Message, "2 definitions") {
			b.Errorf("the message does not tell the number: %s", f.Message)
		}
	})
}

func TestManyMatchesAreCountedAndBounded(t *testing.T) {
	onBoth(t, func(b *bed) {
		var text strings.Builder
		for i := range 30 {
			fmt.Fprintf(&text, "file m%02d.py 9\ndef function m%02d.py run 1-2\n", i, i)
		}
		_, err := b.service.Symbol(b.Context(), b.load(text.String()), "run")
		f := b.fails(err, fault.Ambiguous)
		if len(f.Candidates) != 20 || !strings.Contains(f.Message, "30 definitions") || f.Candidates[0].Path != "m00.py" {
			b.Errorf("%d candidates, first %v: %s", len(f.Candidates), f.Candidates[0], f.Message)
		}
	})
}

// A name that is not there is never answered by one that is like it.
func TestMissingNamesGetSuggestions(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(`
file net.py 9
def function net.py fetch_all 1-2
def function net.py user 4-5
net.py::user -CALLS-> net.py::fetch_all exact 5`)
		for spelling, want := range map[string][]string{
			"Fetch":           {"net.py::fetch_all"},
			"fetch_al":        {"net.py::fetch_all"},
			"fetchAll":        {"net.py::fetch_all"},
			"fetch_lal":       {"net.py::fetch_all"},
			"_user":           {"net.py::user"},
			"net.py::fetch":   {"net.py::fetch_all", "net.py::<module>"},
			"NET.py":          {"net.py::<module>"},
			"other/net.py:3":  {"net.py::<module>"},
			"nope_xyz":        {},
			"net.py:99":       {"net.py::<module>"},
			"f*":              {},
			"name:fetch~ OR ": {},
		} {
			_, err := b.service.Callers(b.Context(), project, spelling, queries.ListOptions{})
			f := b.fails(err, fault.NotFound)
			got := []string{}
			for _, c := range f.Candidates {
				got = append(got, c.ID)
			}
			slices.Sort(got)
			slices.Sort(want)
			b.equal(spelling, want, got)
		}
	})
}

func TestUnknownProjectListsTheLoadedOnes(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		_, err := b.service.Symbol(b.Context(), project+"x", "charge")
		f := b.fails(err, fault.NotFound)
		if !strings.Contains(strings.Join(f.Fixes, "\n"), project) {
			b.Errorf("fixes do not name %s: %v", project, f.Fixes)
		}
		if _, err := b.service.Statistics(b.Context(), "no-such-project"); fault.KindOf(err) != fault.NotFound {
			b.Errorf("statistics: %v", err)
		}
		if err := b.service.Export(b.Context(), "no-such-project", new(strings.Builder)); fault.KindOf(err) != fault.NotFound {
			b.Errorf("export: %v", err)
		}
	})
}
