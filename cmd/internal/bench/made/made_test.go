package made_test

import (
	"io"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/cmd/internal/bench/made"
	"assay/queries"
	"assay/queries/memory"
)

// measured describes a made graph in the way in which the repository was measured: by an export.
func measured(t *testing.T, g made.Graph) made.Shape {
	t.Helper()
	rows := *g.Rows
	rows.Edges = slices.Concat(rows.Edges, g.Observed)
	reader := memory.New()
	reader.Put(queries.Snapshot{Project: "made", Version: 2}, &rows, memory.Observations{Runs: []queries.Run{{Ordinal: 1}}})
	in, out := io.Pipe()
	go func() { out.CloseWithError(queries.New(reader).Export(t.Context(), "made", out)) }()
	shape, err := made.Measure("made", in)
	if err != nil {
		t.Fatal(err)
	}
	return shape
}

func recorded(t *testing.T) made.Shape {
	t.Helper()
	shape, err := made.Recorded()
	if err != nil {
		t.Fatal(err)
	}
	return shape
}

// TestAMadeGraphLooksLikeTheMeasuredOne compares a graph of half the measured size with the recorded figures.
func TestAMadeGraphLooksLikeTheMeasuredOne(t *testing.T) {
	want := recorded(t)
	got := measured(t, want.Make(want.Spread[made.Lines].Count/2, 1))
	for name, share := range want.Share {
		allowed := 0.25
		if name == "overrides" { // only classes that have methods can
			allowed = 1.5
		}
		near(t, "share of "+name, got.Share[name], share, allowed, 0.005)
	}
	for name, w := range want.Spread {
		g := got.Spread[name]
		switch name {
		case made.TestsOf: // of a tenth of the files
			continue
		case made.Reach4, made.Reach8: // follow from everything else: a quarter to four times
			for _, p := range []float64{75, 90} {
				near(t, name, float64(g.Percentile(p)), float64(w.Percentile(p)), 3, 2)
			}
			continue
		}
		near(t, "mean of "+name, g.Mean, w.Mean, 0.25, 0.1)
		for _, p := range []float64{50, 90, 99} {
			near(t, name, float64(g.Percentile(p)), float64(w.Percentile(p)), 0.5, 1)
		}
		near(t, "highest of "+name, float64(g.Percentile(100)), float64(w.Percentile(100)), 2, 1)
	}
	for key, w := range want.Local {
		for i := range w {
			near(t, "how near calls are, "+key, got.Local[key][i], w[i], 0, 0.2)
		}
	}
	for i := range want.FromTests {
		near(t, "callers in tests", got.FromTests[i], want.FromTests[i], 0, 0.1)
	}
}

// near wants a value within a factor of 1+share of another, or within some.
func near(t *testing.T, what string, got, want, share, some float64) {
	t.Helper()
	if math.Abs(got-want) > some && (got > want*(1+share) || got < want/(1+share)) {
		t.Errorf("%s: made %.3f, measured %.3f", what, got, want)
	}
}

func TestTheSameSeedMakesTheSameGraph(t *testing.T) {
	shape := recorded(t)
	first, second, other := shape.Make(200, 7), shape.Make(200, 7), shape.Make(200, 8)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("two graphs of one seed differ (-first +second):\n%s", diff)
	}
	if cmp.Equal(first.Rows.Edges, other.Rows.Edges) {
		t.Error("another seed makes the same edges")
	}
}

func TestEveryEdgeHasItsEndsAndIsThereOnce(t *testing.T) {
	for _, functions := range []int{1, 40, 3000} {
		g := recorded(t).Make(functions, 3)
		known := map[string]bool{}
		add := func(id string) {
			if known[id] {
				t.Errorf("%d functions: two nodes have the identifier %s", functions, id)
			}
			known[id] = true
		}
		for _, f := range g.Rows.Files {
			add(f.Path)
		}
		for _, s := range g.Rows.Symbols {
			add(s.ID)
			if s.StartLine < 1 || s.EndLine < s.StartLine {
				t.Errorf("%s stands in lines %d to %d", s.ID, s.StartLine, s.EndLine)
			}
		}
		for _, test := range g.Rows.Tests {
			add(test.ID)
		}
		type key struct{ from, to, kind, evidence string }
		seen := map[key]bool{}
		for _, e := range slices.Concat(g.Rows.Edges, g.Observed) {
			k := key{e.From, e.To, string(e.Type), string(e.Evidence)}
			if seen[k] || !known[e.From] && e.Type != "CONTAINS" || e.From == e.To {
				t.Errorf("%d functions: %v is there before, without an end, or a loop", functions, k)
			}
			seen[k] = true
		}
	}
}
