package queries_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/fault"
	"assay/internal/graph"
	"assay/internal/neo4jtest"
	"assay/queries"
)

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

// TestSitesSayWhatTheyAre wants a place where a name is only handed on not to pass for a call.
func TestSitesSayWhatTheyAre(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(`
file a.py 9
def function a.py used 1-2
def function a.py both 4-9
a.py::both -REFERENCES-> a.py::used exact 5
a.py::both -CALLS-> a.py::used exact 7`)
		got := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "used", queries.ListOptions{}))
		reached := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "used", queries.ImpactOptions{}))
		want := []queries.Site{{Path: "a.py", Line: 5, Symbol: "both", Via: "REFERENCES"}, {Path: "a.py", Line: 7, Symbol: "both"}}
		b.equal("callers", want, got.Items[0].Sites)
		b.equal("impact", want, reached.Items[0].Sites)
	})
}

// TestBlindSpots wants a list of callers that says what it cannot see: calls by the language, by the standard library, by
// a base outside, and by production code of a method that a test overrides.
func TestBlindSpots(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(`
file a.py 40
def class a.py Thing 1-30
def method a.py Thing.__enter__ 2-3 in=a.py::Thing#class
def method a.py Thing.run 4-5 in=a.py::Thing#class
def method a.py Thing.plain 6-7 in=a.py::Thing#class
def function a.py use 31-33
def class a.py Model 34-40
def method a.py Model.save 35-36 in=a.py::Model#class
def method a.py Model._private 37-38 in=a.py::Model#class
file test_a.py 9
def class test_a.py Fake 1-9 test
def method test_a.py Fake.plain 2-3 test in=test_a.py::Fake#class
a.py::Thing#class -INHERITS-> !python:threading.Thread exact 1
a.py::Model#class -INHERITS-> !pypi:orm.Base exact 34
test_a.py::Fake#class -INHERITS-> a.py::Thing#class exact 1
a.py::Thing.run -OVERRIDES-> !python:threading.Thread.run exact 4
test_a.py::Fake.plain -OVERRIDES-> a.py::Thing.plain exact 2
a.py::use -CALLS-> a.py::Thing.plain exact 32`)
		for symbol, reason := range map[string]string{
			"Thing.__enter__": "special method", "Thing.run": "overrides threading.Thread.run", "Fake.plain": "whose 1 user may reach it",
			"Model.save": "the base orm.Base", "Thing.plain": "", "Model._private": "", "use": "",
		} {
			callers := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, symbol, queries.ListOptions{}))
			impact := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, symbol, queries.ImpactOptions{}))
			for name, list := range map[string]*queries.Envelope[queries.Item]{"callers": callers, "impact": &impact.Envelope} {
				text := strings.Join(list.Reasons, " ")
				if (list.Status == queries.Partial) != (reason != "") || !strings.Contains(text, reason) {
					b.Errorf("%s of %s: %s, %q, want %q", name, symbol, list.Status, text, reason)
				}
			}
		}
	})
}

// TestImpactThroughSpecialMethods wants an impact to say that it cannot go on behind a method that the language calls.
func TestImpactThroughSpecialMethods(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(`
file a.py 20
def class a.py Thing 1-10
def method a.py Thing.__iter__ 2-3 in=a.py::Thing#class
def function a.py helper 11-12
a.py::Thing.__iter__ -CALLS-> a.py::helper exact 3`)
		got := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "helper", queries.ImpactOptions{}))
		if got.Status != queries.Partial || !strings.Contains(strings.Join(got.Reasons, " "), "1 special method among") {
			b.Errorf("status %s, %v", got.Status, got.Reasons)
		}
		near := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "helper", queries.ImpactOptions{Depth: 1}))
		if near.Status != queries.Complete {
			b.Errorf("to depth 1: status %s, %v", near.Status, near.Reasons)
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
