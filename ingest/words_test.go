package ingest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWordsIn(t *testing.T) {
	known := map[string]bool{"one": true, "_two": true, "drei3": true, "größe": true, "end": true, "never": true}
	for text, want := range map[string][]string{
		"":                                    {},
		"one":                                 {"one"},
		"one(_two.drei3)+größe;one":           {"_two", "drei3", "größe", "one"},
		"onetwo neverending 3one":             {},
		"x\xffone\xff\x00end":                 {"end", "one"},
		strings.Repeat("x", 100_000) + " end": {"end"},
		"\"one\" # never":                     {"never", "one"},
	} {
		if diff := cmp.Diff(want, wordsIn(t.Context(), strings.NewReader(text), known)); diff != "" {
			t.Errorf("%.40q (-want +got):\n%s", text, diff)
		}
	}
}

func TestMentioning(t *testing.T) {
	for path, want := range map[string]string{
		"a/nb.ipynb": notebook, "x.PYX": cython, "x.pxd": cython, "pyproject.toml": entryPoint, "sub/setup.cfg": entryPoint, "a.txt": "", "a.py": "",
	} {
		if got := mentioning(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	known := map[string]bool{"main": true, "name": true, "run": true, "Class": true, "use": true}
	config := "[project]\nname = 'use'\n[project.scripts]\nx = \"lib.cli:main\"\ny='a:Class.run'\n"
	if diff := cmp.Diff([]string{"Class", "main", "run"}, wordsIn(t.Context(), entryPoints(strings.NewReader(config)), known)); diff != "" {
		t.Errorf("entry points (-want +got):\n%s", diff)
	}
	cells := `{"source": ["use()\nrun()\n", "main()"]}`
	if diff := cmp.Diff([]string{"main", "run", "use"}, wordsIn(t.Context(), notebookText(strings.NewReader(cells)), known)); diff != "" {
		t.Errorf("notebook (-want +got):\n%s", diff)
	}
}
