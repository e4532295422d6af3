package queries_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/fault"
	"assay/queries"
)

// found are the identifiers of a search's hits.
func found(hits []queries.SearchHit) []string {
	all := []string{}
	for _, h := range hits {
		all = append(all, h.Symbol.ID)
	}
	return all
}

func (b *bed) search(project, text string) *queries.SearchReply {
	b.Helper()
	return must[*queries.SearchReply](b)(b.service.Search(b.Context(), project, text, queries.SearchOptions{}))
}

func TestSearchTiers(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		for text, want := range map[string][]string{
			"charge":                  {"exact shop/pay.py::charge"},
			"Order.refund":            {"exact shop/orders.py::Order.refund"},
			"shop/orders.py::Order":   {"exact shop/orders.py::Order#class"},
			"order refund":            {"all_words shop/orders.py::Order.refund"},
			"refundorder charg":       {"some_words shop/pay.py::charge"},
			"what does the close do?": {"all_words shop/orders.py::Order.close", "all_words shop/orders.py::Order.close.<locals>.inner"},
			"readme":                  {"all_words README.md"},
			"README.md":               {"all_words README.md"},
			"pay":                     {"exact shop/pay.py::<module>", "all_words shop/pay.py::charge", "all_words shop/pay.py::total"},
			"chargge":                 {"all_words shop/pay.py::charge"},
			"refu":                    {"all_words shop/orders.py::Order.refund"},
			"test_refund":             {"exact tests/test_orders.py::test_refund"},
			"qzxv":                    {},
		} {
			got := []string{}
			for _, h := range b.search(project, text).Items {
				if len(got) < len(want) || len(want) == 0 {
					got = append(got, h.Tier+" "+h.Symbol.ID)
				}
			}
			b.equal(text, want, got)
		}
	})
}

func TestSearchSaysWhatItMet(t *testing.T) {
	onBoth(t, func(b *bed) {
		got := b.search(b.load(shop), "shop refnud charges")
		var refund queries.SearchHit
		for _, h := range got.Items {
			if h.Symbol.Name == "refund" {
				refund = h
			}
		}
		b.equal("match", []queries.SearchMatch{
			{Word: "shop", Field: "text", How: "word"}, {Word: "refnud", Field: "name", How: "spelling"},
		}, refund.Match)
		b.equal("tier", "some_words", refund.Tier)
		if refund.Confidence <= 0 || refund.Confidence > 0.3 || refund.ConfidenceLabel != "low" {
			b.Errorf("confidence %v (%s)", refund.Confidence, refund.ConfidenceLabel)
		}
		b.equal("words", []string{"shop", "refnud", "charges"}, got.Words)
	})
}

// Production code comes first; tests are left out, asked for, or all that there is, and the reply says which.
func TestSearchAndTests(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop + "def function tests/test_orders.py test_unique_thing 20-22\n")
		left := b.search(project, "total")
		b.equal("left out", []string{"shop/orders.py::total", "shop/pay.py::total"}, found(left.Items))
		b.equal("said", "left_out", left.Tests)
		with := must[*queries.SearchReply](b)(b.service.Search(b.Context(), project, "total", queries.SearchOptions{Tests: true}))
		b.equal("included", []string{"shop/orders.py::total", "shop/pay.py::total", "tests/test_orders.py::test_total"}, found(with.Items))
		b.equal("said", "included", with.Tests)
		only := b.search(project, "unique things")
		b.equal("only", []string{"tests/test_orders.py::test_unique_thing"}, found(only.Items))
		b.equal("said", "only", only.Tests)
	})
}

// Nothing of a text is syntax to the index: no error, and no empty list because of it.
func TestSearchEscapes(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load("file q.py 9\ndef function q.py tb_walk 1-2\ndef function q.py solutions 4-5\ndef function q.py a 6-6\ndef function q.py half_and_half 7-7")
		for text, want := range map[string]string{
			"/solutions.": "q.py::solutions", "tb-": "q.py::tb_walk", "a:b": "q.py::a", `"half`: "q.py::half_and_half", "AND": "q.py::half_and_half",
			"../q.py": "q.py::<module>", `tb\`: "q.py::tb_walk", "NOT tb": "q.py::tb_walk", "tb AND walk OR": "q.py::tb_walk", "+tb -walk": "q.py::tb_walk",
			"role:test tb": "q.py::tb_walk", "tb^9": "q.py::tb_walk", "/q.py": "q.py::<module>",
		} {
			got := b.search(project, text)
			if len(got.Items) == 0 || got.Items[0].Symbol.ID != want {
				b.Errorf("%q finds %v, want %s first", text, found(got.Items), want)
			}
		}
		for _, text := range []string{"C++", "(x", "[1 TO", `foo\`, "x:*", "a AND (b OR", "?", "!", "&& ||", "{}", "\u3000x"} {
			b.search(project, text)
		}
		for _, text := range []string{"*", "~", "|", "* ~"} {
			got := b.search(project, text)
			if got.Status != queries.Unknown || len(got.Items) != 0 || !strings.Contains(got.Reasons[0], "no letter") {
				b.Errorf("%q: %s %v", text, got.Status, got.Reasons)
			}
		}
	})
}

func TestSearchRefuses(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(shop)
		for _, text := range []string{"", " \t\n", "['camera']", `["a", "b"]`, `{"q": "x"}`, "a\x00b", "\xff", strings.Repeat("word ", 300)} {
			_, err := b.service.Search(b.Context(), project, text, queries.SearchOptions{})
			b.fails(err, fault.Invalid)
		}
		for _, limit := range []int{-1, 1001} {
			_, err := b.service.Search(b.Context(), project, "charge", queries.SearchOptions{Limit: limit})
			b.fails(err, fault.Invalid)
		}
		_, err := b.service.Search(b.Context(), project+"x", "two words", queries.SearchOptions{})
		b.fails(err, fault.NotFound)
		_, err = b.service.Search(b.Context(), project+"x", "one", queries.SearchOptions{})
		b.fails(err, fault.NotFound)
	})
}

// A small project finds its own beside a large one that is full of the same words, and never what is of another.
func TestSearchOfASmallProject(t *testing.T) {
	onBoth(t, func(b *bed) {
		var text strings.Builder
		text.WriteString("file big.py 9000\n")
		for i := range 400 {
			fmt.Fprintf(&text, "def function big.py move_camera_%d %d-%d\n", i, i+1, i+1)
		}
		large := b.load(text.String())
		small := b.load("file cam.py 9\ndef function cam.py move_camera 1-2\ndef function cam.py zoom 4-5")
		got := b.search(small, "camera")
		b.equal("small", []string{"cam.py::move_camera"}, found(got.Items))
		b.equal("status", queries.Complete, got.Status)
		many := must[*queries.SearchReply](b)(b.service.Search(b.Context(), large, "camera", queries.SearchOptions{Limit: 7}))
		if many.Total != 200 || many.Shown != 7 || !many.Truncated || many.Status != queries.Partial || many.Cursor == "" {
			b.Errorf("large: total %d, shown %d, truncated %v, %s, cursor %q", many.Total, many.Shown, many.Truncated, many.Status, many.Cursor)
		}
		next := must[*queries.SearchReply](b)(b.service.Search(b.Context(), large, "camera", queries.SearchOptions{Limit: 7, Cursor: many.Cursor}))
		if len(next.Items) != 7 || next.Items[0].Symbol.ID == many.Items[0].Symbol.ID {
			b.Errorf("second page: %v", found(next.Items))
		}
	})
}

// Plain words of a question lead to what shares several of them, not to what shares the commonest one.
func TestSearchByAQuestion(t *testing.T) {
	onBoth(t, func(b *bed) {
		g := build(b.T, `
file upgrade/latest.py 9
file valve.py 9
file docs.py 9
def function upgrade/latest.py latest_release 1-2
def function upgrade/latest.py fetch_index 4-5
def function valve.py check 1-2
def function valve.py add 4-5
def function docs.py unrelated 1-3`)
		g.Symbols[len(g.Symbols)-1].Doc = "Computes and checks what is stored."
		project := b.T.Name()
		project = strings.ToLower(strings.NewReplacer("/", "-").Replace(project))
		b.put(project, g)
		got := found(b.search(project, "How does the upgrade command check for the latest version, and what would it add?").Items)
		if len(got) == 0 || got[0] != "upgrade/latest.py::latest_release" {
			b.Errorf("first of %v", got)
		}
		for _, unwanted := range []string{"valve.py::check", "valve.py::add", "docs.py::unrelated"} {
			if strings.Contains(strings.Join(got, " "), unwanted) {
				b.Errorf("%s is among %v", unwanted, got)
			}
		}
	})
}
