package queries_test

import (
	"errors"
	"strings"
	"testing"

	"assay/internal/fault"
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
		"around":  func() error { _, err := b.service.Neighbourhood(ctx, project, text, none); return err },
		"context": func() error { _, err := b.service.Context(ctx, project, text, 0); return err },
		"bundle":  func() error { _, err := b.service.Bundle(ctx, project, text, 0); return err },
		"hubs": func() error {
			_, err := b.service.Hubs(ctx, project, queries.HubOptions{Kind: queries.HubKind(text)})
			return err
		},
		"role":    func() error { _, err := b.service.Files(ctx, project, queries.FileOptions{Role: text}); return err },
		"project": func() error { _, err := b.service.Symbol(ctx, text, "charge"); return err },
		"export":  func() error { return b.service.Export(ctx, text, new(strings.Builder)) },
		"cursor": func() error {
			_, err := b.service.Callers(ctx, project, "charge", queries.ListOptions{Cursor: text})
			return err
		},
		"answer": func() error { _, err := b.service.Answer(ctx, project, text, queries.AnswerOptions{}); return err },
	}
}
