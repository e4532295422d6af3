package queries_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/fault"
	"assay/queries"
)

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
