package graph_test

import (
	"testing"

	"assay/internal/graph"
)

func TestTextHash(t *testing.T) {
	lines := graph.Lines("a\nb\r\nc")
	same := graph.TextHash("f", graph.Lines("x\na\nb\nc\n"), 2, 4)
	if got := graph.TextHash("f", lines, 1, 3); got != same {
		t.Errorf("%d of a text that moved, want %d", got, same)
	}
	for name, other := range map[string]int64{
		"another definition": graph.TextHash("g", lines, 1, 3), "fewer lines": graph.TextHash("f", lines, 1, 2),
		"no lines": graph.TextHash("f", lines, 9, 3), "another text": graph.TextHash("f", graph.Lines("a\nb\nd"), 1, 3),
	} {
		if other == same {
			t.Errorf("%s has the same hash", name)
		}
	}
}
