package graph_test

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/graph"
)

func TestNamePatterns(t *testing.T) {
	long := strings.Repeat("é", 100)
	for _, c := range []struct{ prefix, suffix, name string }{
		{"visit_", "", "visit_Output"}, {"visit_", "", "visit_"}, {"", "_hook", "build_hook"}, {"a", "z", "abcz"},
		{long, "", long + "x"}, {"", long, "x" + long},
	} {
		if pattern := graph.NamePattern(c.prefix, c.suffix); !slices.Contains(graph.NamePatterns(c.name), pattern) {
			t.Errorf("%q is no pattern of %q", pattern, c.name)
		}
	}
	if patterns := graph.NamePatterns("visit_Output"); slices.Contains(patterns, "visitor*") || len(patterns) != 24 {
		t.Errorf("%d patterns: %v", len(patterns), patterns)
	}
	if patterns := graph.NamePatterns(long); len(patterns) != 64 {
		t.Errorf("%d patterns of a long name", len(patterns))
	}
}
