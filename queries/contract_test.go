package queries_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/fault"
	"assay/internal/graph"
	"assay/internal/neo4jtest"
	"assay/queries"
)

func asFault(t *testing.T, err error) *fault.Error {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Fatalf("no fault: %v", err)
	}
	return f
}

const shop = `
file shop/orders.py 40
file shop/pay.py 30
file tests/test_orders.py 30
file README.md 5 listed none
def function shop/orders.py total 1-6
def class shop/orders.py Order 8-30 in=shop/orders.py::<module>
def constructor shop/orders.py Order.__init__ 9-12 in=shop/orders.py::Order#class
def method shop/orders.py Order.refund 14-20 in=shop/orders.py::Order#class
def method shop/orders.py Order.close 22-29 in=shop/orders.py::Order#class
def function shop/orders.py Order.close.<locals>.inner 24-26 in=shop/orders.py::Order.close
def function shop/pay.py charge 1-9
def function shop/pay.py total 11-14
def function tests/test_orders.py test_refund 5-9
def function tests/test_orders.py test_total 11-15
fixture tests/test_orders.py order 1-3
test tests/test_orders.py::test_refund 5
test tests/test_orders.py::test_total 11
tests/test_orders.py::test_refund -RUNS-> tests/test_orders.py::test_refund exact
tests/test_orders.py::test_total -RUNS-> tests/test_orders.py::test_total exact
tests/test_orders.py::test_refund -USES_FIXTURE-> tests/test_orders.py::order exact
tests/test_orders.py::order -CALLS-> shop/orders.py::Order.__init__ exact 2
tests/test_orders.py::test_refund -CALLS-> shop/orders.py::Order.refund inferred 7 candidates=2
tests/test_orders.py::test_total -CALLS-> shop/orders.py::total exact 12,14
shop/orders.py::Order.refund -CALLS-> shop/pay.py::charge exact 15,17
shop/orders.py::Order.close -CALLS-> shop/orders.py::Order.refund exact 23
shop/orders.py::Order.refund -CALLS-> !python:builtins.len exact 16
shop/orders.py::Order.refund -MAY_CALL-> ?save guess 18 reason=receiver_unknown
shop/pay.py::charge -REFERENCES-> shop/orders.py::Order#class exact 3
shop/pay.py::<module> -CALLS-> shop/pay.py::charge exact 30
shop/pay.py -IMPORTS-> shop/orders.py exact 1
tests/test_orders.py::test_refund -TESTS-> shop/orders.py::Order.refund observed 15,16 phases=2
tests/test_orders.py::test_total -TESTS-> shop/orders.py::total observed 2 phases=3
`

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

func TestCallersOfAFunction(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "charge", queries.ListOptions{}))
		b.equal("callers", []string{"shop/orders.py::Order.refund", "shop/pay.py::<module>"}, ids(got.Items))
		b.equal("sites", []queries.Site{
			{Path: "shop/orders.py", Line: 15, Symbol: "Order.refund"}, {Path: "shop/orders.py", Line: 17, Symbol: "Order.refund"},
		}, got.Items[0].Sites)
		if got.Status != queries.Complete || got.Total != 2 || len(got.Reasons) != 0 || got.Truncated {
			b.Errorf("status %s, total %d, reasons %v", got.Status, got.Total, got.Reasons)
		}
		if got.Items[0].Confidence != 0.95 || got.Items[0].Via != "CALLS" || got.Items[0].Depth != 1 {
			b.Errorf("item %+v", got.Items[0])
		}
	})
}

func TestCallersOfAClassAreThoseOfItsConstructorToo(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "Order", queries.ListOptions{}))
		b.equal("callers", []string{"shop/pay.py::charge", "tests/test_orders.py::order"}, ids(got.Items))
		b.equal("via", []string{"REFERENCES", "CALLS"}, []string{got.Items[0].Via, got.Items[1].Via})
		got = must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "Order", queries.ListOptions{ExcludeTests: true}))
		b.equal("without tests", []string{"shop/pay.py::charge"}, ids(got.Items))
	})
}

func TestCallersOfAFixtureAreTheTestsThatAskForIt(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "order", queries.ListOptions{}))
		b.equal("callers", []string{"tests/test_orders.py::test_refund"}, ids(got.Items))
		if got.Items[0].Via != "USES_FIXTURE" {
			b.Errorf("via %s", got.Items[0].Via)
		}
	})
}

func TestCallersOfAModuleImportIt(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "shop/orders.py", queries.ListOptions{}))
		b.equal("callers", []string{"shop/pay.py::<module>"}, ids(got.Items))
		if got.Items[0].Via != "IMPORTS" || got.Items[0].Confidence >= 0.5 {
			b.Errorf("item %+v", got.Items[0])
		}
	})
}

// A list method of the same name is no caller, and makes the answer partial.
func TestUnresolvedSitesMakeItPartial(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(`
file journal.py 9
file use.py 9
file other.py 9
file broken.py 9 skipped nesting
def function journal.py append 1-2
def function journal.py close 4-5
def function use.py write 1-5
def function other.py collect 1-2
use.py::write -CALLS-> journal.py::append exact 4
use.py::write -CALLS-> journal.py::close exact 5
other.py::collect -MAY_CALL-> ?append guess 2 reason=the_receiver_is_not_known
broken.py -MAY_CALL-> ?append guess reason=file_skipped:_nesting`)
		got := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "journal.py::append", queries.ListOptions{}))
		b.equal("callers", []string{"use.py::write"}, ids(got.Items))
		b.equal("unresolved", queries.Unresolved{Total: 2, Sites: []queries.UnresolvedSite{
			{Site: queries.Site{Path: "broken.py"}, Name: "append", Reason: "file skipped: nesting"},
			{Site: queries.Site{Path: "other.py", Line: 2, Symbol: "collect"}, Name: "append", Reason: "the receiver is not known"},
		}}, got.Unresolved)
		if got.Status != queries.Partial || len(got.Reasons) != 1 || !strings.Contains(got.Reasons[0], `2 uses of the name "append"`) {
			b.Errorf("status %s, reasons %v", got.Status, got.Reasons)
		}
		other := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "close", queries.ListOptions{}))
		if other.Status != queries.Complete {
			b.Errorf("close: status %s, %v", other.Status, other.Reasons)
		}
		callees := must[*queries.Envelope[queries.Item]](b)(b.service.Callees(b.Context(), project, "collect", queries.ListOptions{}))
		if callees.Status != queries.Partial || callees.Unresolved.Total != 1 || callees.Total != 0 {
			b.Errorf("callees: %+v", callees)
		}
	})
}

func TestCalleesWithExternals(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Envelope[queries.Item]](b)(b.service.Callees(b.Context(), project, "refund", queries.ListOptions{}))
		b.equal("callees", []string{"shop/pay.py::charge", "python:builtins.len#external"}, ids(got.Items))
		external := got.Items[1].Symbol
		b.equal("external", queries.Symbol{
			ID: "python:builtins.len#external", Name: "len", QualifiedName: "builtins.len", Kind: "external", Language: "python", External: true,
		}, external)
		b.equal("sites", []queries.Site{{Path: "shop/orders.py", Line: 16, Symbol: "Order.refund"}}, got.Items[1].Sites)
		class := must[*queries.Envelope[queries.Item]](b)(b.service.Callees(b.Context(), project, "Order", queries.ListOptions{}))
		b.equal("callees of the class", []string{"shop/orders.py::Order.refund", "shop/pay.py::charge", "python:builtins.len#external"}, ids(class.Items))
		test := must[*queries.Envelope[queries.Item]](b)(b.service.Callees(b.Context(), project, "test_refund", queries.ListOptions{}))
		b.equal("callees of a test", []string{"shop/orders.py::Order.refund", "tests/test_orders.py::order"}, ids(test.Items))
	})
}

func TestEvidenceFilter(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		for evidence, want := range map[graph.Evidence][]string{
			graph.Exact:    {"shop/orders.py::Order.close"},
			graph.Inferred: {"tests/test_orders.py::test_refund"},
			graph.Observed: {},
		} {
			options := queries.ListOptions{Evidence: []graph.Evidence{evidence}}
			got := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "refund", options))
			b.equal(string(evidence), want, ids(got.Items))
		}
		_, err := b.service.Callers(b.Context(), project, "refund", queries.ListOptions{Evidence: []graph.Evidence{"vibes"}})
		b.fails(err, fault.Invalid)
	})
}

func TestImpactKeepsOwnClassAndTestsApart(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "Order.refund", queries.ImpactOptions{}))
		b.equal("items", []string{}, ids(got.Items))
		b.equal("own", []string{"shop/orders.py::Order.close"}, ids(got.SelfCallers))
		b.equal("tests", []string{"tests/test_orders.py::test_refund"}, ids(got.Tests))
		if got.Tests[0].Evidence != "inferred" || got.Tests[0].Confidence != 0.4 || got.TestsTotal != 1 || got.SelfCallersTotal != 1 {
			b.Errorf("test %+v", got.Tests[0])
		}
	})
}

// The confidence along a chain is that of its weakest edge; a reference counts less than a call.
func TestImpactFollowsChains(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(`
file c.py 40
def function c.py target 1-2
def function c.py near 4-5
def function c.py far 7-8
def function c.py table 10-11
def class c.py Base 13-16
def method c.py Base.run 14-15 in=c.py::Base#class
def class c.py Sub 18-21
def method c.py Sub.run 19-20 in=c.py::Sub#class
c.py::near -CALLS-> c.py::target exact 5
c.py::far -CALLS-> c.py::near inferred 8 candidates=4
c.py::target -CALLS-> c.py::far exact 2
c.py::target -CALLS-> c.py::target exact 2
c.py::table -REFERENCES-> c.py::target exact 11
c.py::Sub#class -INHERITS-> c.py::Base#class exact 18
c.py::Sub.run -OVERRIDES-> c.py::Base.run exact 19`)
		got := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "target", queries.ImpactOptions{}))
		b.equal("nearest first", []string{"c.py::near", "c.py::table", "c.py::far"}, ids(got.Items))
		b.equal("far", queries.Item{
			Symbol: got.Items[2].Symbol, Depth: 2, Evidence: "inferred", Confidence: 0.2, Via: "CALLS", How: "scope", Candidates: 4,
			Through: "c.py::near", Sites: []queries.Site{{Path: "c.py", Line: 8, Symbol: "far"}},
		}, got.Items[2])
		if got.Items[1].Confidence != 0.665 || got.Items[1].Via != "REFERENCES" {
			b.Errorf("reference %+v", got.Items[1])
		}
		class := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "Base", queries.ImpactOptions{}))
		b.equal("class", []string{"c.py::Sub#class", "c.py::Sub.run"}, ids(class.Items))
	})
}

func TestImpactWithAndWithoutTests(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(`
file cap.py 9
file pipe.py 9
file test_cap.py 9
def function cap.py build_cap 1-2
def function pipe.py pipe 4-5
def function test_cap.py test_cap 4-5
pipe.py::pipe -CALLS-> cap.py::build_cap exact 5
test_cap.py::test_cap -CALLS-> cap.py::build_cap exact 5`)
		with := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "build_cap", queries.ImpactOptions{}))
		b.equal("items", []string{"pipe.py::pipe"}, ids(with.Items))
		b.equal("tests", []string{"test_cap.py::test_cap"}, ids(with.Tests))
		without := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "build_cap", queries.ImpactOptions{ListOptions: queries.ListOptions{ExcludeTests: true}}))
		b.equal("items", []string{"pipe.py::pipe"}, ids(without.Items))
		b.equal("tests", []string{}, ids(without.Tests))
		b.equal("total", 1, without.Total)
	})
}

func TestImpactByDepth(t *testing.T) {
	onBoth(t, func(b *bed) {
		var text strings.Builder
		text.WriteString("file chain.py 400\n")
		for i := range 101 {
			fmt.Fprintf(&text, "def function chain.py f%d %d-%d\n", i, 2*i+1, 2*i+2)
		}
		for i := range 100 {
			fmt.Fprintf(&text, "chain.py::f%d -CALLS-> chain.py::f%d exact %d\n", i+1, i, 2*i+3)
		}
		project := b.load(text.String())
		for depth, want := range map[int]int{0: 100, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 7: 7, 8: 8, 9: 9, 64: 64, 256: 100} {
			got := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "f0", queries.ImpactOptions{Depth: depth, ListOptions: queries.ListOptions{Limit: 200}}))
			if got.Total != want || got.Items[want-1].Depth != want || got.Items[want-1].Symbol.Name != fmt.Sprintf("f%d", want) {
				b.Errorf("depth %d: %d items, last %v", depth, got.Total, got.Items[got.Total-1])
			}
		}
		for _, depth := range []int{-1, 257} {
			_, err := b.service.Impact(b.Context(), project, "f0", queries.ImpactOptions{Depth: depth})
			b.fails(err, fault.Invalid)
		}
	})
}

// 200 functions that call 20 each, with cycles: each is visited once and shown at its shortest depth.
func TestImpactOfADenseGraphWithCycles(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(dense())
		got := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "f0", queries.ImpactOptions{ListOptions: queries.ListOptions{Limit: 1000}}))
		want := denseDepths()
		delete(want, "f0")
		have := map[string]int{}
		for _, i := range got.Items {
			have[i.Symbol.Name] = i.Depth
		}
		b.equal("depths", want, have)
		if got.Total != len(want) || got.Truncated {
			b.Errorf("total %d of %d, truncated %v", got.Total, len(want), got.Truncated)
		}
	})
}

func dense() string {
	var text strings.Builder
	text.WriteString("file g.py 900\n")
	for i := range 200 {
		fmt.Fprintf(&text, "def function g.py f%d %d-%d\n", i, 4*i+1, 4*i+2)
	}
	for i := range 200 {
		for _, j := range denseCalls(i) {
			fmt.Fprintf(&text, "g.py::f%d -CALLS-> g.py::f%d exact %d\n", i, j, 4*i+2)
		}
	}
	return text.String()
}

func denseCalls(i int) []int {
	called := []int{}
	for j := range 20 {
		if to := (i*7 + j*3) % 200; !slices.Contains(called, to) {
			called = append(called, to)
		}
	}
	return called
}

func denseDepths() map[string]int {
	depths := map[string]int{"f0": 0}
	for level, d := []int{0}, 1; len(level) > 0; d++ {
		next := []int{}
		for i := range 200 {
			name := fmt.Sprintf("f%d", i)
			if _, seen := depths[name]; !seen && slices.ContainsFunc(denseCalls(i), func(j int) bool { return slices.Contains(level, j) }) {
				depths[name] = d
				next = append(next, i)
			}
		}
		level = next
	}
	return depths
}

func TestPaging(t *testing.T) {
	onBoth(t, func(b *bed) {
		var text strings.Builder
		text.WriteString("file hub.py 9\ndef function hub.py log 1-2\n")
		for i := range 25 {
			fmt.Fprintf(&text, "file m%02d.py 9\ndef function m%02d.py g 1-2\nm%02d.py::g -CALLS-> hub.py::log exact 2\n", i, i, i)
		}
		project := b.load(text.String())
		all := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "log", queries.ListOptions{}))
		if all.Total != 25 || all.Shown != 25 || all.Truncated || all.Cursor != "" {
			b.Errorf("total %d, shown %d, truncated %v, cursor %q", all.Total, all.Shown, all.Truncated, all.Cursor)
		}
		paged, cursor := []string{}, ""
		for {
			page := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "log", queries.ListOptions{Limit: 7, Cursor: cursor}))
			if page.Total != 25 || !page.Truncated {
				b.Errorf("page: total %d, truncated %v", page.Total, page.Truncated)
			}
			paged = append(paged, ids(page.Items)...)
			if cursor = page.Cursor; cursor == "" {
				break
			}
		}
		b.equal("pages", ids(all.Items), paged)
		impact, cursor := []string{}, ""
		for {
			page := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "log", queries.ImpactOptions{ListOptions: queries.ListOptions{Limit: 10, Cursor: cursor}}))
			impact = append(impact, ids(page.Items)...)
			if cursor = page.Cursor; cursor == "" {
				break
			}
		}
		b.equal("pages of impact", ids(all.Items), impact)
	})
}

func TestCursorsAreChecked(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := neo4jtest.Project(b.T)
		g := build(b.T, shop)
		b.put(project, g)
		first := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "charge", queries.ListOptions{Limit: 1}))
		if first.Cursor == "" {
			b.Fatal("no cursor")
		}
		for _, cursor := range []string{"x", "e30", strings.Repeat("A", 5000), "{\"v\":2}"} {
			_, err := b.service.Callers(b.Context(), project, "charge", queries.ListOptions{Cursor: cursor})
			b.fails(err, fault.Invalid)
		}
		_, err := b.service.Callers(b.Context(), project, "refund", queries.ListOptions{Cursor: first.Cursor})
		b.fails(err, fault.Invalid)
		g.Symbols[1].Doc = "changed"
		b.put(project, g)
		_, err = b.service.Callers(b.Context(), project, "charge", queries.ListOptions{Cursor: first.Cursor})
		b.fails(err, fault.Stale)
	})
}

func TestLimitsAreChecked(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		for _, limit := range []int{-1, 1001} {
			_, err := b.service.Callers(b.Context(), project, "charge", queries.ListOptions{Limit: limit})
			b.fails(err, fault.Invalid)
		}
	})
}

func TestCoveringTests(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Envelope[queries.TestItem]](b)(b.service.Tests(b.Context(), project, "refund", queries.ListOptions{}))
		b.equal("refund", []queries.TestItem{{
			Test:   queries.TestRef{RunnerID: "tests/test_orders.py::test_refund", Path: "tests/test_orders.py", Line: 5, Framework: "pytest"},
			Source: "observed", How: "scope", Phase: "call", Lines: []int{15, 16}, Confidence: 1, Rank: 1,
		}}, got.Items)
		if got.Status != queries.Complete {
			b.Errorf("status %s: %v", got.Status, got.Reasons)
		}
		class := must[*queries.Envelope[queries.TestItem]](b)(b.service.Tests(b.Context(), project, "Order", queries.ListOptions{}))
		b.equal("class", []string{"tests/test_orders.py::test_refund observed"}, runners(class.Items))
		charge := must[*queries.Envelope[queries.TestItem]](b)(b.service.Tests(b.Context(), project, "charge", queries.ListOptions{}))
		b.equal("charge", []string{"tests/test_orders.py::test_refund inferred"}, runners(charge.Items))
		if how := charge.Items[0].How; how != "static: reaches it in 2 calls" {
			b.Errorf("how %q", how)
		}
		constructor := must[*queries.Envelope[queries.TestItem]](b)(b.service.Tests(b.Context(), project, "Order.__init__", queries.ListOptions{}))
		b.equal("through a fixture", "static: reaches it in 1 call", constructor.Items[0].How)
	})
}

// Without an imported run a list of tests is never the whole truth.
func TestCoveringTestsWithoutARun(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(`
file deep.py 20
file test_deep.py 9
def function deep.py inner 1-2
def function deep.py middle 4-5
def function deep.py outer 7-8
def function deep.py lonely 10-11
def function test_deep.py test_outer 1-2
test test_deep.py::test_outer 1
test_deep.py::test_outer -RUNS-> test_deep.py::test_outer exact
test_deep.py::test_outer -CALLS-> deep.py::outer exact 2
deep.py::outer -CALLS-> deep.py::middle exact 8
deep.py::middle -CALLS-> deep.py::inner exact 5`)
		got := must[*queries.Envelope[queries.TestItem]](b)(b.service.Tests(b.Context(), project, "inner", queries.ListOptions{}))
		b.equal("inner", []string{"test_deep.py::test_outer exact"}, runners(got.Items))
		b.equal("how", "static: reaches it in 3 calls", got.Items[0].How)
		lonely := must[*queries.Envelope[queries.TestItem]](b)(b.service.Tests(b.Context(), project, "lonely", queries.ListOptions{}))
		if got.Status != queries.Unknown || lonely.Status != queries.Unknown || len(lonely.Items) != 0 {
			b.Errorf("status %s and %s", got.Status, lonely.Status)
		}
	})
}

func TestSymbolDetail(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.SymbolDetail](b)(b.service.Symbol(b.Context(), project, "Order"))
		members := []string{}
		for _, m := range got.Members {
			members = append(members, m.QualifiedName)
		}
		b.equal("members", []string{"Order.__init__", "Order.refund", "Order.close"}, members)
		if got.Callers != 2 || got.Callees != 3 || got.CoveredBy != 1 || got.FileStatus != "parsed" || got.Signature != "Order()" {
			b.Errorf("detail %+v", got)
		}
		if got.Parent == nil || got.Parent.ID != "shop/orders.py::<module>" {
			b.Errorf("parent %v", got.Parent)
		}
	})
}

func TestSource(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Source](b)(b.service.Source(b.Context(), project, "pay.total"))
		b.equal("text", "line 11\r\nline 12\r\nline 13\r\nline 14\r\n", got.Text)
		module := must[*queries.Source](b)(b.service.Source(b.Context(), project, "shop/pay.py"))
		b.equal("file", numbered(30), module.Text)
	})
}

// Two projects with equal paths and names never mix.
func TestProjectsAreApart(t *testing.T) {
	onBoth(t, func(b *bed) {
		one := b.load("file util.py 9\ndef function util.py go 1-2\nutil.py::<module> -CALLS-> util.py::go exact 9")
		two := b.load("file util.py 9\ndef function util.py go 1-2\ndef function util.py more 4-5\nutil.py::more -CALLS-> util.py::go exact 5")
		for project, want := range map[string][]string{one: {"util.py::<module>"}, two: {"util.py::more"}} {
			got := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "go", queries.ImpactOptions{}))
			b.equal(project, want, ids(got.Items))
		}
		list := must[*queries.Envelope[queries.Project]](b)(b.service.Projects(b.Context()))
		found := 0
		for _, p := range list.Items {
			if p.Name == one || p.Name == two {
				found++
				b.equal("root", "/repository/"+p.Name, p.Root)
			}
		}
		b.equal("projects", 2, found)
	})
}

func TestStatistics(t *testing.T) {
	onBoth(t, func(b *bed) {
		got := must[*queries.Statistics](b)(b.service.Statistics(b.Context(), b.load(shop)))
		b.equal("nodes", map[string]int64{
			"File": 4, "Symbol": 14, "Class": 1, "Function": 10, "Fixture": 1, "Test": 2, "Name": 1, "External": 1,
		}, got.Nodes)
		b.equal("edges", map[string]int64{
			"DEFINES": 5, "RUNS": 2, "USES_FIXTURE": 1, "CALLS": 7, "MAY_CALL": 1, "REFERENCES": 1, "IMPORTS": 1, "TESTS": 2,
		}, got.Edges)
		b.equal("evidence", map[string]int64{"exact": 16, "inferred": 1, "guess": 1, "observed": 2}, got.Evidence)
		b.equal("files", map[string]int64{"parsed": 3, "listed": 1}, got.Files)
		b.equal("reasons", []queries.ReasonCount{{Reason: "receiver unknown", Sites: 1}}, got.Reasons)
	})
}

// Every field takes hostile text: an error with a kind or an empty reply, never anything of the database.
func TestHostileText(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		before := must[*queries.Statistics](b)(b.service.Statistics(b.Context(), project))
		for _, text := range []string{
			"'}) MATCH (n) DETACH DELETE n //", `") OR 1=1 //`, "` MATCH (n) RETURN n", "$project", "*", "~", "a AND", "foo(", "\\", "..", "::", ":1", "a::",
			"::b", ".", "...", "#", "[", "name:*", "\x00", "a\nb", "\xff\xfe", strings.Repeat("a", 10_000), strings.Repeat("a.", 4000),
			strings.Repeat("é", 4000), "../../etc/passwd", "/etc/passwd", "C:\\windows\\x.py", "a.py:999999999", "a.py:0", "null", "{id: 1}",
		} {
			for name, ask := range b.everything(project, text) {
				err := ask()
				switch kind := fault.KindOf(err); {
				case err == nil && name != "answer":
					b.Errorf("%s of %.40q: an answer", name, text)
				case err != nil && kind != fault.NotFound && kind != fault.Invalid:
					b.Errorf("%s of %.40q: %s: %v", name, text, kind, err)
				}
			}
		}
		after := must[*queries.Statistics](b)(b.service.Statistics(b.Context(), project))
		b.equal("nodes", before.Nodes, after.Nodes)
		b.equal("edges", before.Edges, after.Edges)
	})
}

func (b *bed) everything(project, text string) map[string]func() error {
	ctx, none := b.Context(), queries.ListOptions{}
	return map[string]func() error{
		"symbol":  func() error { _, err := b.service.Symbol(ctx, project, text); return err },
		"source":  func() error { _, err := b.service.Source(ctx, project, text); return err },
		"callers": func() error { _, err := b.service.Callers(ctx, project, text, none); return err },
		"callees": func() error { _, err := b.service.Callees(ctx, project, text, none); return err },
		"impact":  func() error { _, err := b.service.Impact(ctx, project, text, queries.ImpactOptions{}); return err },
		"tests":   func() error { _, err := b.service.Tests(ctx, project, text, none); return err },
		"project": func() error { _, err := b.service.Symbol(ctx, text, "charge"); return err },
		"export":  func() error { return b.service.Export(ctx, text, new(strings.Builder)) },
		"cursor": func() error {
			_, err := b.service.Callers(ctx, project, "charge", queries.ListOptions{Cursor: text})
			return err
		},
		"answer": func() error { _, err := b.service.Answer(ctx, project, text, queries.AnswerOptions{}); return err },
	}
}
