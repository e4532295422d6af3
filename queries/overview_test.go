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

// loud is a project with a function that 200 others call, one that 10 do, and one that most tests execute.
const loud = `
file u.py 9
file v.py 2000
def function u.py log 1-2
def function u.py core 5-6
u.py::core -CALLS-> u.py::log exact 6
file tests/test_u.py 90
`

func buildLoud(t *testing.T) *graph.Graph {
	var text strings.Builder
	text.WriteString(loud)
	for i := range 200 {
		fmt.Fprintf(&text, "def function v.py a%d %d-%d\nv.py::a%d -CALLS-> u.py::log exact %d\n", i, 4*i+1, 4*i+2, i, 4*i+2)
	}
	for i := range 10 {
		fmt.Fprintf(&text, "def function v.py b%d %d-%d\nv.py::b%d -CALLS-> u.py::core exact %d\n", i, 1000+4*i, 1001+4*i, i, 1001+4*i)
	}
	for i := range 14 {
		id := fmt.Sprintf("tests/test_u.py::test_%d", i)
		fmt.Fprintf(&text, "def function tests/test_u.py test_%d %d-%d\ntest %s %d\n%s -RUNS-> %s exact\n", i, 5*i+1, 5*i+3, id, 5*i+1, id, id)
		target := "u.py::core"
		if i > 10 {
			target = "v.py::b1"
		}
		fmt.Fprintf(&text, "%s -TESTS-> %s observed 6 phases=2\n", id, target)
	}
	return build(t, text.String())
}

func TestHubs(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := neo4jtest.Project(b.T)
		b.put(project, buildLoud(b.T))
		got := must[*queries.HubsReply](b)(b.service.Hubs(b.Context(), project, queries.HubOptions{}))
		all := []string{}
		for _, h := range got.Items {
			all = append(all, fmt.Sprintf("%s %s %d", h.Kind, h.Symbol.ID, h.Degree))
		}
		b.equal("hubs", []string{"call u.py::log 201", "test u.py::core 11"}, all)
		b.equal("borders", []int{50, 10, 14}, []int{got.CallBorder, got.TestBorder, got.TestsRan})
		b.equal("status", queries.Complete, got.Status)
		calls := must[*queries.HubsReply](b)(b.service.Hubs(b.Context(), project, queries.HubOptions{Kind: queries.CallHub, Limit: 1}))
		b.equal("call hubs", 1, calls.Total)
		none := must[*queries.HubsReply](b)(b.service.Hubs(b.Context(), b.load("file a.py 9"), queries.HubOptions{}))
		if none.Status != queries.Partial || !strings.Contains(none.Reasons[0], "No test run") {
			b.Errorf("without a run: %s %v", none.Status, none.Reasons)
		}
		_, err := b.service.Hubs(b.Context(), project+"x", queries.HubOptions{})
		b.fails(err, fault.NotFound)
	})
}

// A hub among the neighbours is named; a hub that is asked for is told, and shown within bounds with its number.
func TestNeighbourhood(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := neo4jtest.Project(b.T)
		b.put(project, buildLoud(b.T))
		core := must[*queries.Neighbourhood](b)(b.service.Neighbourhood(b.Context(), project, "core", queries.ListOptions{Limit: 3}))
		groups := []string{}
		for _, g := range core.Groups {
			groups = append(groups, fmt.Sprintf("%s %s %d/%d %s", g.Type, g.Direction, g.Shown, g.Total, g.Items[0].Symbol.ID))
		}
		b.equal("groups", []string{"CALLS in 3/10 v.py::b0", "CALLS out 1/1 u.py::log", "TESTS in 3/11 tests/test_u.py::test_0#test"}, groups)
		b.equal("hub", "u.py::log", core.Hubs[0].Symbol.ID)
		b.equal("own", queries.TestHub, core.Hub.Kind)
		log := must[*queries.Neighbourhood](b)(b.service.Neighbourhood(b.Context(), project, "log", queries.ListOptions{}))
		if log.Hub == nil || log.Groups[0].Total != 201 || log.Groups[0].Shown != queries.DefaultNeighbours || !log.Groups[0].Truncated {
			b.Errorf("log: %+v", log.Groups)
		}
		shopping := must[*queries.Neighbourhood](b)(b.service.Neighbourhood(b.Context(), b.load(shop), "shop/pay.py", queries.ListOptions{}))
		kinds := []string{}
		for _, g := range shopping.Groups {
			for _, i := range g.Items {
				kinds = append(kinds, g.Type+" "+g.Direction+" "+i.Symbol.Kind+" "+i.Symbol.ID)
			}
		}
		b.equal("module", []string{"CALLS out function shop/pay.py::charge", "IMPORTS out file shop/orders.py"}, kinds)
		for _, options := range []queries.ListOptions{{Limit: -1}, {Limit: 201}, {Cursor: "x"}} {
			_, err := b.service.Neighbourhood(b.Context(), project, "core", options)
			b.fails(err, fault.Invalid)
		}
	})
}

func TestFilesAndPackages(t *testing.T) {
	onBoth(t, func(b *bed) {
		g := build(b.T, shop+"file shop/broken.py 7 partial syntax error\nfile shop/huge.py 0 skipped too large\n")
		g.Packages = append(g.Packages, graph.Package{Name: "shop", Path: "shop"}, graph.Package{Name: "shop.more", Path: "shop/more"})
		g.Edges = append(g.Edges,
			graph.Edge{From: graph.PackageID("shop"), To: "shop/pay.py", Type: graph.EdgeContains, Evidence: graph.Exact, Candidates: 1},
			graph.Edge{From: graph.PackageID("shop"), To: "shop/orders.py", Type: graph.EdgeContains, Evidence: graph.Exact, Candidates: 1})
		project := neo4jtest.Project(b.T)
		b.put(project, g)
		for name, c := range map[string]struct {
			options queries.FileOptions
			want    []string
		}{
			"all":     {queries.FileOptions{}, []string{"README.md", "shop/broken.py", "shop/huge.py", "shop/orders.py", "shop/pay.py", "tests/test_orders.py"}},
			"prefix":  {queries.FileOptions{Prefix: "shop/p"}, []string{"shop/pay.py"}},
			"role":    {queries.FileOptions{Role: "test"}, []string{"tests/test_orders.py"}},
			"status":  {queries.FileOptions{Status: "skipped"}, []string{"shop/huge.py"}},
			"nothing": {queries.FileOptions{Language: "cobol"}, []string{}},
		} {
			list := must[*queries.Envelope[queries.File]](b)(b.service.Files(b.Context(), project, c.options))
			got := []string{}
			for _, f := range list.Items {
				got = append(got, f.Path)
			}
			b.equal(name, c.want, got)
		}
		page := must[*queries.Envelope[queries.File]](b)(b.service.Files(b.Context(), project, queries.FileOptions{Limit: 2}))
		next := must[*queries.Envelope[queries.File]](b)(b.service.Files(b.Context(), project, queries.FileOptions{Limit: 2, Cursor: page.Cursor}))
		if page.Total != 6 || !page.Truncated || next.Items[0].Path != "shop/huge.py" || next.Items[0].Reason != "too large" {
			b.Errorf("pages: %+v, %+v", page, next)
		}
		packages := must[*queries.Envelope[queries.Package]](b)(b.service.Packages(b.Context(), project, queries.PackageOptions{Prefix: "shop"}))
		b.equal("packages", []queries.Package{{Name: "shop", Path: "shop", Files: 2}, {Name: "shop.more", Path: "shop/more"}}, packages.Items)
		for _, options := range []queries.FileOptions{{Role: "x"}, {Status: "x"}, {Limit: -1}, {Prefix: "\x00"}, {Cursor: "x"}} {
			_, err := b.service.Files(b.Context(), project, options)
			b.fails(err, fault.Invalid)
		}
	})
}

func TestContext(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Context](b)(b.service.Context(b.Context(), project, "Order.refund", 0))
		b.equal("source", queries.Excerpt{Path: "shop/orders.py", StartLine: 14, EndLine: 20, Text: linesOf(14, 20)}, got.Source)
		b.equal("signature", "Order.refund()", got.Definition.Signature)
		b.equal("callers", []string{"shop/orders.py::Order.close", "tests/test_orders.py::test_refund"}, ids(got.Callers.Items))
		b.equal("callees", []string{"shop/pay.py::charge", "python:builtins.len#external"}, ids(got.Callees.Items))
		b.equal("tests", []string{"tests/test_orders.py::test_refund observed"}, runners(got.Tests.Items))
		b.equal("fixture", "tests/test_orders.py::order", got.Fixtures.Items[0].Symbol.ID)
		b.equal("status", queries.Partial, got.Status) // a call in it could not be resolved
		test := must[*queries.Context](b)(b.service.Context(b.Context(), project, "test_refund", 1))
		if test.Fixtures.Total != 1 || test.Callees.Shown != 1 || !test.Callees.Truncated {
			b.Errorf("a test: %+v", test)
		}
		for _, limit := range []int{-1, 101} {
			_, err := b.service.Context(b.Context(), project, "Order", limit)
			b.fails(err, fault.Invalid)
		}
	})
}

func TestBundle(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		got := must[*queries.Bundle](b)(b.service.Bundle(b.Context(), project, "Order.refund", 0))
		parts := []string{}
		for _, p := range got.Parts {
			parts = append(parts, fmt.Sprintf("%s %s %d-%d %v", p.Kind, p.Symbol.ID, p.StartLine, p.EndLine, p.Lines))
			if p.Text == "" || p.Tokens != queries.Tokens(p.Text) {
				b.Errorf("%s: %d tokens of %q", p.Symbol.ID, p.Tokens, p.Text)
			}
		}
		b.equal("parts", []string{
			"definition shop/orders.py::Order.refund 14-20 []",
			"test tests/test_orders.py::test_refund 5-9 []",
			"fixture tests/test_orders.py::order 1-3 []",
			"caller shop/orders.py::Order.close 22-24 [23]",
			"callee shop/pay.py::charge 1-3 []",
		}, parts)
		b.equal("tests", []string{"tests/test_orders.py::test_refund"}, got.Parts[1].Tests)
		b.equal("left out", []queries.BundleLeftOut{{Kind: "callee", Count: 1, Why: "defined outside of the project"}}, got.LeftOut)
		for _, budget := range []int{-1, 100, 1 << 30} {
			_, err := b.service.Bundle(b.Context(), project, "Order", budget)
			b.fails(err, fault.Invalid)
		}
	})
}

// A bundle never takes more than its budget, and what it leaves out is told.
func TestBundleKeepsItsBudget(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := neo4jtest.Project(b.T)
		b.put(project, buildLoud(b.T))
		for _, symbol := range []string{"core", "log", "v.py", "b1", "test_3"} {
			for _, budget := range []int{200, 500, 4000} {
				got := must[*queries.Bundle](b)(b.service.Bundle(b.Context(), project, symbol, budget))
				sum := 0
				for _, p := range got.Parts {
					sum += p.Tokens
				}
				if sum != got.Tokens || sum > budget || len(got.Parts) == 0 {
					b.Errorf("%s within %d: %d parts of %d tokens, told %d", symbol, budget, len(got.Parts), sum, got.Tokens)
				}
			}
		}
		core := must[*queries.Bundle](b)(b.service.Bundle(b.Context(), project, "core", 200))
		b.equal("hub left out", "u.py::log", core.Hubs[0].Symbol.ID)
		for _, p := range core.Parts {
			if p.Symbol.Name == "log" {
				b.Error("a hub came into the bundle")
			}
		}
		why := fmt.Sprint(core.LeftOut)
		if !strings.Contains(why, "used by very many") || !strings.Contains(why, "budget is used up") {
			b.Errorf("left out: %s", why)
		}
	})
}
