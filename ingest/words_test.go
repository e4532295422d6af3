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
