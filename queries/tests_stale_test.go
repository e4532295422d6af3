package queries_test

import (
	"strings"
	"testing"

	"assay/internal/neo4jtest"
	"assay/queries"
)

// coveredWorld has one function that a test executed, and one beside it that none did.
const coveredWorld = `
file a.py LINES
file other.py 5
file test_a.py 9
def function a.py used 1-4
def function a.py unused 5-6
def function other.py far 1-2
def function test_a.py test_used 1-3 test
test test_a.py::test_used 1
test_a.py::test_used -RUNS-> test_a.py::test_used exact
test_a.py::test_used -TESTS-> a.py::used observed 2,3 phases=2`

// TestCoverageAges loads a file again after it has changed: what tests executed before is old, and that no test executes
// something is not known any more.
func TestCoverageAges(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := neo4jtest.Project(b.T)
		ask := func(symbol string) *queries.Envelope[queries.TestItem] {
			return must[*queries.Envelope[queries.TestItem]](b)(b.service.Tests(b.Context(), project, symbol, queries.ListOptions{}))
		}
		b.put(project, build(b.T, strings.Replace(coveredWorld, "LINES", "20", 1)))
		for symbol, total := range map[string]int{"used": 1, "unused": 0} {
			if got := ask(symbol); got.Status != queries.Complete || got.Total != total {
				b.Errorf("fresh, %s: %s, %d, %v", symbol, got.Status, got.Total, got.Reasons)
			}
		}
		b.put(project, build(b.T, strings.Replace(coveredWorld, "LINES", "21", 1)))
		old := ask("used")
		if old.Status != queries.Partial || old.Total != 1 || !old.Items[0].Stale || !strings.Contains(strings.Join(old.Reasons, " "), "a.py has changed since") {
			b.Errorf("changed, used: %s, %+v, %v", old.Status, old.Items, old.Reasons)
		}
		if got := ask("unused"); got.Status != queries.Unknown || got.Total != 0 {
			b.Errorf("changed, unused: %s, %d, %v", got.Status, got.Total, got.Reasons)
		}
	})
}

// TestUnmeasuredFilesAreUnknown imports a run that measured some files only.
func TestUnmeasuredFilesAreUnknown(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := neo4jtest.Project(b.T)
		whole := strings.Replace(coveredWorld, "LINES", "20", 1)
		b.put(project, build(b.T, strings.NewReplacer("file other.py 5\n", "", "def function other.py far 1-2\n", "").Replace(whole)))
		b.put(project, build(b.T, whole))
		got := must[*queries.Envelope[queries.TestItem]](b)(b.service.Tests(b.Context(), project, "far", queries.ListOptions{}))
		if got.Status != queries.Unknown || !strings.Contains(strings.Join(got.Reasons, " "), "No imported test run measured other.py") {
			b.Errorf("%s, %v", got.Status, got.Reasons)
		}
	})
}
