package queries_test

import (
	"testing"

	"assay/queries"
)

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
		if got.Callers != 2 || got.Callees != 3 || got.CoveredBy == nil || *got.CoveredBy != 1 || got.FileStatus != "parsed" || got.Signature != "Order()" {
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
			"DEFINES": 5, "RUNS": 2, "USES_FIXTURE": 1, "CALLS": 7, "CONTAINS": 4, "MAY_CALL": 1, "REFERENCES": 1, "IMPORTS": 1, "TESTS": 2,
		}, got.Edges)
		b.equal("evidence", map[string]int64{"exact": 20, "inferred": 1, "guess": 1, "observed": 2}, got.Evidence)
		b.equal("files", map[string]int64{"parsed": 3, "listed": 1}, got.Files)
		b.equal("reasons", []queries.ReasonCount{{Reason: "receiver unknown", Sites: 1}}, got.Reasons)
	})
}
