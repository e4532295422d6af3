//go:build cgo

package python

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"

	"assay/ingest/facts"
	"assay/ingest/lang"
)

// spans lists the definitions of a source as "name start-end@line of the name".
func spans(t *testing.T, source string) ([]string, *facts.File) {
	t.Helper()
	f, err := Python{}.Extract([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	module := newModule(lang.File{Path: "m.py", Facts: f})
	var list []string
	for _, d := range module.Definitions {
		list = append(list, fmt.Sprintf("%s %d-%d@%d", d.QualifiedName, d.Start, d.End, d.NameLine))
	}
	return list, f
}

func TestSpans(t *testing.T) {
	tests := map[string]struct {
		source string
		want   []string
	}{
		"plain":         {"def f():\n    pass\n", []string{"f 1-2@1"}},
		"no line end":   {"def f():\n    pass", []string{"f 1-2@1"}},
		"one line":      {"def f(): return 1\nx = 2\n", []string{"f 1-1@1", "x 2-2@2"}},
		"byte order":    {"\ufeffdef stamp(doc):\n    return doc\n", []string{"stamp 1-2@1"}},
		"crlf":          {"def alpha():\r\n    return 1\r\n\r\n\r\ndef beta():\r\n    return alpha()\r\n", []string{"alpha 1-2@1", "beta 5-6@5"}},
		"cr":            {"def alpha():\r    return 1\r\r\rdef beta():\r    return alpha()\r", []string{"alpha 1-2@1", "beta 5-6@5"}},
		"mixed":         {"def alpha():\r    return 1\n\r\n\rdef beta():\n    return alpha()\r\n", []string{"alpha 1-2@1", "beta 5-6@5"}},
		"form feed":     {"def a():\n    pass\n\f\ndef b():\n    pass\n", []string{"a 1-2@1", "b 4-5@4"}},
		"comments":      {"def f():\n    pass\n    # behind\n\n# more\nx = 1\n", []string{"f 1-2@1", "x 6-6@6"}},
		"decorators":    {"@a('x')\n@b\ndef f():\n    return 1\n", []string{"f 1-4@3"}},
		"async":         {"class A:\n    @d\n    async def m(self):\n        return 1\n", []string{"A 1-4@1", "A.m 2-4@3"}},
		"nested":        {"def f():\n    class C:\n        def m(self):\n            x = 1\n    return C\n", []string{"f 1-5@1", "f.C 2-4@2", "f.C.m 3-4@3"}},
		"if arms":       {"def f(x):\n    if x:\n        y = 1\n    else:\n        y = 2\n    # end\n\n\nz = 1\n", []string{"f 1-5@1", "z 9-9@9"}},
		"docstring":     {"def f():\n    '''one\n\n    two\n    '''\n", []string{"f 1-5@1"}},
		"long value":    {"X = [\n    1,\n    2,\n]\nclass C:\n    y: int = (\n        3\n    )\n", []string{"X 1-4@1", "C 5-8@5", "C.y 6-8@6"}},
		"targets":       {"a = b = 1\n(c, [d, *e]) = f\ng: int\nh.i = 2\nj += 1\n", []string{"a 1-1@1", "b 1-1@1", "c 2-2@2", "d 2-2@2", "e 2-2@2", "g 3-3@3"}},
		"global":        {"def f():\n    global G\n    G = 1\n", []string{"f 1-3@1", "G 3-3@3"}},
		"unicode":       {"def größe():\n    pass\nclass Ω:\n    pass\n", []string{"größe 1-2@1", "Ω 3-4@3"}},
		"python 3.14":   {"def f():\n    try:\n        pass\n    except A, B:\n        pass\n", []string{"f 1-5@1"}},
		"type alias":    {"type X[T] = list[T]\ndef f[T: int](x: T) -> T:\n    return x\n", []string{"X 1-1@1", "f 2-3@2"}},
		"type defaults": {"class Box[T = int, **P = [int], *Ts = *tuple[int]]:\n    def put(self, item):\n        return item\n", []string{"Box 1-3@1", "Box.put 2-3@2"}},
		"python 2":      {"def f():\n    print 'x'\n    exec 'y'\n", []string{"f 1-3@1"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, f := spans(t, test.source)
			slices.Sort(got)
			slices.Sort(test.want)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if f.Partial != "" {
				t.Errorf("partial: %s %v", f.Partial, f.Diagnostics)
			}
		})
	}
}

func TestEncodings(t *testing.T) {
	latin, err := charmap.ISO8859_1.NewEncoder().String("# -*- coding: latin-1 -*-\nBANNER = 'café'\n\n\ndef print_ticket(n):\n    return f'{BANNER}-{n}'\n")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		source   string
		encoding string
		partial  string
		line     int
	}{
		"latin-1":          {latin, "latin-1", "", 0},
		"vim":              {"#!/usr/bin/python\n# vim: set fileencoding=cp1251 :\nx = '\xcf'\ndef print_ticket(n): pass\n", "cp1251", "", 0},
		"japanese":         {"# coding: shift_jis\nx = '\x83\x65'\ndef print_ticket(n): pass\n", "shift_jis", "", 0},
		"utf-8 named":      {"# coding: utf8\nx = 'é'\ndef print_ticket(n): pass\n", "", "", 0},
		"third line":       {"x = 1\n\n# coding: latin-1\ny = 'é'\ndef print_ticket(n): pass\n", "", "", 0},
		"behind code":      {"x = 1\n# coding: latin-1\ny = 'é'\ndef print_ticket(n): pass\n", "", "", 0},
		"no cookie":        {"x = 1\ny = '\xe9'\ndef print_ticket(n): pass\n", "", "encoding", 2},
		"unknown codec":    {"# coding: klingon\ndef print_ticket(n): pass\n", "klingon", "encoding", 1},
		"not the encoding": {"# coding: euc-jp\nx = 1\ny = '\xff\xff'\ndef print_ticket(n): pass\n", "euc-jp", "encoding", 3},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			list, f := spans(t, test.source)
			if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, "print_ticket ") }) {
				t.Errorf("print_ticket is lost: %v", list)
			}
			if f.Encoding != test.encoding || f.Partial != test.partial {
				t.Errorf("encoding %q, partial %q, want %q, %q", f.Encoding, f.Partial, test.encoding, test.partial)
			}
			if test.line > 0 && (len(f.Diagnostics) != 1 || f.Diagnostics[0].Line != test.line) {
				t.Errorf("diagnostics %v, want one on line %d", f.Diagnostics, test.line)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := map[string]struct {
		source string
		want   []string // definitions that survive
		line   int      // of the first diagnostic
		lost   []string // words among the lost
	}{
		"parameters": {"def first():\n    return 1\n\n\ndef broken(:\n    return 2\n\n\ndef last():\n    return first()\n", []string{"first", "last"}, 5, nil},
		"open bracket": {"def first():\n    return 1\n\ndef broken(x, y:\n    return helper(x)\n\nclass K(Base):\n    def m(self):\n        return first()\n\ndef last():\n    return first()\n",
			[]string{"first", "K", "K.m", "last"}, 4, []string{"helper"}},
		"open string": {"def first():\n    return 1\n\nx = 'abc\n\ndef last():\n    return first()\n", []string{"first", "last"}, 4, nil},
		"conflict": {"def first():\n    return 1\n\n<<<<<<< HEAD\ndef ours():\n    return 1\n=======\ndef theirs():\n    return 2\n>>>>>>> branch\n\ndef last():\n    return first()\n",
			[]string{"first", "ours", "theirs", "last"}, 4, nil},
		"indent":                     {"def first():\n    return 1\n\nclass K:\n    def m(self):\n        return (1\n    def n(self):\n        return 2\n\ndef last():\n    return 1\n", []string{"first", "K", "last"}, 6, nil},
		"text":                       {"This is no Python, but has def inside.\n\ndef last():\n    return 1\n", []string{"last"}, 1, []string{"Python"}},
		"nothing between statements": {"def first():\n    return 1\n\n1syntax_error  # x\n\ndef last(): a = 1; return a\n", []string{"first", "last"}, 4, nil},
		"only error":                 {"def ((( %\n", nil, 1, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			list, f := spans(t, test.source)
			for _, want := range test.want {
				if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, want+" ") }) {
					t.Errorf("%s is lost, there is %v", want, list)
				}
			}
			if f.Partial != partialSyntax || len(f.Diagnostics) == 0 || f.Diagnostics[0].Line != test.line {
				t.Errorf("partial %q, diagnostics %v, want line %d", f.Partial, f.Diagnostics, test.line)
			}
			var lost []string
			for _, l := range f.Lost {
				lost = append(lost, f.Text(l.Name))
			}
			for _, want := range test.lost {
				if !slices.Contains(lost, want) {
					t.Errorf("%s is not among the lost words %v", want, lost)
				}
			}
		})
	}
}

func TestNesting(t *testing.T) {
	const n = 300_000
	deep := "def fine():\n    return 1\n\nx = " + strings.Repeat("(\n", n) + "lost_word" + strings.Repeat(")\n", n) + "\ndef last():\n    pass\n"
	list, f := spans(t, deep)
	if f.Partial != partialNesting {
		t.Errorf("partial %q", f.Partial)
	}
	for _, want := range []string{"fine", "last"} {
		if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, want+" ") }) {
			t.Errorf("%s is lost", want)
		}
	}
	if !slices.ContainsFunc(f.Lost, func(l facts.Lost) bool { return f.Text(l.Name) == "lost_word" }) {
		t.Error("what lies too deep is not told")
	}
	for name, open := range map[string]string{"brackets": "[", "not": "not ", "minus": "- ", "lambda": "lambda: ", "attributes": "a.b().", "if": "if x:\n"} {
		if _, err := (Python{}).Extract([]byte("x = " + strings.Repeat(open, 20_000))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTextsAreUTF8 holds that texts stay valid when they are cut, for what is not UTF-8 cannot be cached.
func TestTextsAreUTF8(t *testing.T) {
	for _, text := range []string{strings.Repeat("ß", 500), "x" + strings.Repeat("€", 500), `\ud800\xff`, strings.Repeat(`\n`, 150) + strings.Repeat("€", 100)} {
		for _, form := range []string{"f('%s')\n", "def g():\n    '''%s'''\n", "x = b'''%s'''\n", "def g(a='%s'): pass\n", "@d('%s')\ndef g(): pass\n"} {
			f, err := Python{}.Extract(fmt.Appendf(nil, form, text))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range f.Names {
				if !utf8.ValidString(name) {
					t.Errorf("%s with %.10q: %q", form, text, name)
				}
			}
		}
	}
}

// TestMemoryOfMalformed holds that trees of malformed files are given back.
func TestMemoryOfMalformed(t *testing.T) {
	source := bytes.Repeat([]byte("def ((( %\n"), 20_000)
	peak := func() int64 {
		var usage syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
			t.Fatal(err)
		}
		return usage.Maxrss
	}
	var after []int64
	for range 6 {
		if _, err := (Python{}).Extract(source); err != nil {
			t.Fatal(err)
		}
		after = append(after, peak())
	}
	if last, second := after[len(after)-1], after[1]; last > second+second/5 {
		t.Errorf("peak memory grows from %d to %d kB: %v", second, last, after)
	}
}
