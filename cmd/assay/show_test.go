package main

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/fault"
	"assay/queries"
)

// TestTablesSayWhereThingsStand shows items outside of the repository, unresolved sites without a symbol and paths that
// would break a line.
func TestTablesSayWhereThingsStand(t *testing.T) {
	list := &queries.Envelope[queries.Item]{
		Symbol: &queries.Symbol{Kind: "function", QualifiedName: "f", Path: "a\nb.py", StartLine: 3},
		Items:  []queries.Item{{Symbol: queries.ExternalSymbol("python:os.path.join#external", "python", "os.path.join"), Depth: 1}},
		Total:  1, Shown: 1, Status: queries.Partial,
		Unresolved: queries.Unresolved{Total: 37, Sites: make([]queries.UnresolvedSite, 20)},
	}
	for i := range list.Unresolved.Sites {
		list.Unresolved.Sites[i] = queries.UnresolvedSite{Site: queries.Site{Path: "b.py", Line: 5}, Name: "save", Reason: "syntax error"}
	}
	var out bytes.Buffer
	showCallees(&printer{to: &out}, list)
	for _, want := range []string{`a\nb.py:3`, "python os", "37 unresolved uses in it have no known target:", "  b.py:5 (syntax error)\n", "and 32 more; --json has the first 20"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %q:\n%s", want, out.String())
		}
	}
	out.Reset()
	list.Unresolved = queries.Unresolved{Total: 1, Sites: list.Unresolved.Sites[:1]}
	showItems(&printer{to: &out}, list)
	if !strings.Contains(out.String(), "1 unresolved use of this name could matter:") || strings.Contains(out.String(), "more") {
		t.Errorf("one site:\n%s", out.String())
	}
}

// TestEmptyFlagsAreRefused gives what a verb would take for an absent flag.
func TestEmptyFlagsAreRefused(t *testing.T) {
	for _, line := range [][]string{
		{"callers", "f", "--limit", "0"}, {"hubs", "--limit=0"}, {"search", "x", "--limit", "0"}, {"callers", "f", "--project", ""}, {"ingest", ""},
	} {
		var out, told bytes.Buffer
		a := &app{in: strings.NewReader(""), out: &out, err: &told, lookupEnv: func(string) (string, bool) { return "", false }}
		if code := a.run(t.Context(), line); code != fault.Exit(fault.New(fault.Invalid, "")) {
			t.Errorf("%q: exit %d, %s", line, code, told.String())
		}
	}
}
