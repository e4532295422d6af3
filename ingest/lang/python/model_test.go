//go:build cgo

package python

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/text/encoding/charmap"

	"assay/ingest/facts"
	"assay/ingest/lang"
	"assay/internal/graph"
)

// archive is the text of a test repository as the resolver gets it.
func archive(t *testing.T, text string) lang.Repository {
	t.Helper()
	return repositoryOf(t, txtar.Parse([]byte(text)))
}

func wantLines(t *testing.T, repository lang.Repository, want string) {
	t.Helper()
	checkLines(t, want, edgeLines(Python{}.Resolve(repository)))
}

// TestEncodedFile holds that the callers of a function in a file of another encoding are found.
func TestEncodedFile(t *testing.T) {
	repository := archive(t, "-- src/gate.py --\nfrom kiosk import print_ticket\n\n\ndef admit(n):\n    return print_ticket(n)\n")
	latin, err := charmap.ISO8859_1.NewEncoder().Bytes([]byte("# -*- coding: latin-1 -*-\nBANNER = 'café'\n\n\ndef print_ticket(n):\n    return f'{BANNER}-{n}'\n"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Python{}.Extract(latin)
	if err != nil {
		t.Fatal(err)
	}
	repository.Files = append(repository.Files, lang.File{Path: "src/kiosk.py", Role: graph.RoleSource, Facts: f})
	wantLines(t, repository, "src/gate.py::admit -CALLS-> src/kiosk.py::print_ticket [exact]\nsrc/kiosk.py::print_ticket -REFERENCES-> src/kiosk.py::BANNER [exact]")
}

// TestIdentity holds that symbols keep their ids and edges when only line ends change.
func TestIdentity(t *testing.T) {
	source := "def alpha():\n    return 1\n\n\ndef beta():\n    return alpha()\n"
	var got [][]string
	for _, end := range []string{"\n", "\r\n", "\r"} {
		f, err := Python{}.Extract([]byte(strings.ReplaceAll(source, "\n", end)))
		if err != nil {
			t.Fatal(err)
		}
		g := Python{}.Resolve(lang.Repository{Files: []lang.File{{Path: "lib/mix.py", Role: graph.RoleSource, Facts: f}}})
		var lines []string
		for _, s := range g.Symbols {
			lines = append(lines, fmt.Sprintf("%s %d-%d", s.ID, s.StartLine, s.EndLine))
		}
		for _, e := range edgeLines(g) {
			lines = append(lines, e.ends)
		}
		got = append(got, lines)
	}
	if !slices.Contains(got[0], "lib/mix.py::beta 5-6") {
		t.Errorf("beta is not on lines 5-6: %v", got[0])
	}
	for i := range got {
		if diff := cmp.Diff(got[0], got[i]); diff != "" {
			t.Error(diff)
		}
	}
}

// TestSameTwice holds that equal files give equal rows, also when the facts come out of the cache.
func TestSameTwice(t *testing.T) {
	repository := archive(t, `
-- a/__init__.py --
from .b import *
-- a/b.py --
from a import *
import a.c, missing
class B(missing.X):
    def f(self): return self.g() or self.h.i()
    def g(self): pass
-- a/c.py --
from . import b
class C(b.B):
    def g(self): return super().g()
def use(x): return x.g(), x.h(), C().g(), B()
`)
	var cached lang.Repository
	for _, f := range repository.Files {
		packed, err := cbor.Marshal(f.Facts)
		if err != nil {
			t.Fatal(err)
		}
		f.Facts = new(facts.File)
		if err := cbor.Unmarshal(packed, f.Facts); err != nil {
			t.Fatal(err)
		}
		cached.Files = append(cached.Files, f)
	}
	first := Python{}.Resolve(repository)
	for i := range 5 {
		again := Python{}.Resolve(cached)
		if diff := cmp.Diff(first, again); diff != "" {
			t.Fatalf("run %d: %s", i, diff)
		}
	}
}

// TestUnread holds that what stands in files or parts that were not read is told as what may be called.
func TestUnread(t *testing.T) {
	repository := archive(t, "-- lib.py --\ndef known():\n    pass\n-- broken.py --\ndef fine():\n    return 1\n\nclass K:\n    def broken(self, x:\n        return known(x)\n    def ok(self):\n        return fine(other)\n")
	repository.Files = append(repository.Files, lang.File{
		Path: "skipped.py", Role: graph.RoleSource, Words: []string{"fine", "known", "unheard"}, Reason: "too large",
	}, lang.File{Path: "user.py", Role: graph.RoleSource, Facts: extracted(t, "import skipped\nfrom skipped import known\n\ndef use():\n    known()\n    skipped.known()\n")})
	wantLines(t, repository, `
skipped.py -MAY_CALL-> name:known [file skipped: too large]
skipped.py -MAY_CALL-> name:fine [file skipped: too large]
!skipped.py -MAY_CALL-> name:unheard
broken.py -MAY_CALL-> name:known [syntax error]
!broken.py -MAY_CALL-> name:other
broken.py::K.ok -CALLS-> broken.py::fine [exact]
user.py::use -MAY_CALL-> name:known [file skipped: skipped.py]
user.py -IMPORTS-> skipped.py [exact]
skipped.py -DEFINES-> skipped.py::<module>
`)
}

func extracted(t *testing.T, source string) *facts.File {
	t.Helper()
	f, err := Python{}.Extract([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPackages holds how folders become packages, and that one name in two roots stays two packages.
func TestPackages(t *testing.T) {
	repository := archive(t, `
-- src/shop/__init__.py --
-- src/shop/orders/__init__.py --
-- src/shop/orders/service.py --
-- src/plain/tools.py --
-- examples/one/app/__init__.py --
-- examples/two/app/__init__.py --
-- setup.py --
`)
	g := Python{}.Resolve(repository)
	var got []string
	for _, p := range g.Packages {
		got = append(got, p.Name+" "+p.Path)
	}
	want := []string{
		"examples examples", "examples.one examples/one", "examples/one/app examples/one/app", "examples.two examples/two",
		"examples/two/app examples/two/app", "src src", "plain src/plain", "shop src/shop", "shop.orders src/shop/orders",
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	checkLines(t, "package:shop -CONTAINS-> package:shop.orders\npackage:shop.orders -CONTAINS-> src/shop/orders/service.py\npackage:src -CONTAINS-> package:shop\n!* -CONTAINS-> setup.py", edgeLines(g))
}

// TestRowsAreSound holds what the loader asks of rows: ids stand once, ends exist, evidence is set.
func TestRowsAreSound(t *testing.T) {
	g := Python{}.Resolve(archive(t, `
-- a.py --
class A:
    x = 1
    def x(self): pass
    @property
    def p(self): pass
    @p.setter
    def p(self, v): pass
def A(): pass
A = 1
def f():
    def f(): pass
    class f: pass
    def f(): pass
`))
	seen := map[string]bool{}
	for _, s := range g.Symbols {
		if seen[s.ID] {
			t.Errorf("%s stands twice", s.ID)
		}
		seen[s.ID] = true
	}
	for _, e := range g.Edges {
		if e.Evidence == "" || e.Candidates < 1 || !slices.IsSorted(e.Lines) {
			t.Errorf("edge %+v", e)
		}
	}
}

func TestClaims(t *testing.T) {
	for path, want := range map[string]bool{"a.py": true, "A.PY": true, "a.pyw": true, "a.pyi": false, "a.pyx": false, "run": false} {
		if got := (Python{}).Claims(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	for line, want := range map[string]bool{
		"#!/usr/bin/env python3": true, "#!/usr/bin/python3.11 -u": true, "#! /opt/pypy3": true, "#!/usr/bin/env -S uv run python": true,
		"#!/bin/sh": false, "#!/usr/bin/env pythonic": false, "# python": false,
	} {
		if got := (Python{}).ClaimsScript(line); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// A file that is not read may call what it names.
func TestMentions(t *testing.T) {
	facts, err := Python{}.Extract([]byte("def one():\n    return 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := edgeLines(Python{}.Resolve(lang.Repository{
		Files:    []lang.File{{Path: "lib.py", Role: graph.RoleSource, Facts: facts}},
		Mentions: []lang.Mention{{Path: "nb.ipynb", Words: []string{"one", "two"}, Reason: "a notebook"}},
	}))
	var found []line
	for _, l := range got {
		if strings.HasPrefix(l.ends, "nb.ipynb") {
			found = append(found, l)
		}
	}
	if len(found) != 1 || found[0].ends != "nb.ipynb -MAY_CALL-> name:one" || found[0].note != "a notebook" {
		t.Errorf("%v", found)
	}
}
