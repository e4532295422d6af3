package terms_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/graph"
	"assay/internal/terms"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"parse_http_request": "parse http request", "parseHTTPRequest": "parse http request", "HTTPServer2": "http server2", "__init__": "init",
		"shop/orders/model.py": "shop orders model py", "tb-": "tb", "C++": "c", "a:b": "a b", "| * ~": "", "GrößeÄndern": "größe ändern",
		"utf8 md5": "utf8 md5", "[1 TO": "1 to", `foo\`: "foo", strings.Repeat("x", 100): "",
	} {
		if d := cmp.Diff(want, strings.Join(terms.Words(text), " ")); d != "" {
			t.Errorf("%q (-want +got): %s", text, d)
		}
	}
}

func TestFormsOfAWordHaveOneStem(t *testing.T) {
	for _, family := range []string{
		"parse parses parsed parsing", "cache caches cached caching", "retry retries retried", "stop stops stopped stopping",
		"class classes", "call calls called calling", "check checks checked checking", "process processes processed processing",
	} {
		words := strings.Fields(family)
		for _, word := range words[1:] {
			if terms.Stem(word) != terms.Stem(words[0]) {
				t.Errorf("%s has the stem %s, %s has %s", word, terms.Stem(word), words[0], terms.Stem(words[0]))
			}
		}
	}
	for _, word := range []string{"is", "as", "status", "this", "red", "ring", "string", "bus", "address"} {
		if stem := terms.Stem(word); !strings.HasPrefix(word, stem) || len(stem) < min(len(word), 3) {
			t.Errorf("%s has the stem %q", word, stem)
		}
	}
}

func TestFields(t *testing.T) {
	method := graph.Symbol{
		Path: "shop/refunds.py", Name: "refund_all", QualifiedName: "RefundService.refund_all", Kind: graph.KindMethod,
		Signature: "(self, orders)", Doc: "Pay back an amount.", Annotations: []string{"audited"},
	}
	name, text := terms.Symbol(&method)
	if d := cmp.Diff("refund all refundall service servic | shop refunds self orders order pay back an amount audited audit", name+" | "+text); d != "" {
		t.Errorf("method (-want +got): %s", d)
	}
	module := graph.Symbol{Path: "shop/orders/__init__.py", Name: "<module>", QualifiedName: "<module>", Kind: graph.KindModule}
	if name, _ := terms.Symbol(&module); name != "orders order" {
		t.Errorf("module: %q", name)
	}
	if name, text := terms.File(&graph.File{Path: "docs/read-me.md", Status: graph.FileListed}); name != "read me md readmemd" || text != "docs doc" {
		t.Errorf("file: %q, %q", name, text)
	}
	if name, text := terms.File(&graph.File{Path: "a.py", Status: graph.FileParsed}); name+text != "" {
		t.Errorf("parsed file: %q, %q", name, text)
	}
}
