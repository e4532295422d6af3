package queries_test

import (
	"strings"
	"testing"

	"assay/internal/graph"
	"assay/queries"
)

const aged = `
file shop/pay.py 40
file shop/new.py 20
file unwatched.py 20
file tests/test_pay.py 30
def function shop/pay.py charge 1-9
def function shop/pay.py refund 11-19
def function shop/pay.py dark 21-29
def class shop/pay.py Till 30-39 in=shop/pay.py::<module>
def method shop/pay.py Till.open 31-33 in=shop/pay.py::Till#class
def method shop/pay.py Till.short 35-35 in=shop/pay.py::Till#class
def constant shop/pay.py RATE 40-40
def function unwatched.py away 1-9
def function tests/test_pay.py test_charge 1-9
test tests/test_pay.py::test_charge 1
tests/test_pay.py::test_charge -RUNS-> tests/test_pay.py::test_charge exact
tests/test_pay.py::test_charge -TESTS-> shop/pay.py::charge observed 2 phases=2
tests/test_pay.py::test_charge -TESTS-> shop/pay.py::Till.open observed 32 phases=2
`

func (b *bed) tests(project, symbol string) *queries.Envelope[queries.TestItem] {
	b.Helper()
	return must[*queries.Envelope[queries.TestItem]](b)(b.service.Tests(b.Context(), project, symbol, queries.ListOptions{}))
}

// told checks the status of a list of tests, its length and what its reasons say.
func (b *bed) told(project, symbol string, total int, status queries.Status, words string) {
	b.Helper()
	got := b.tests(project, symbol)
	if got.Total != total || got.Status != status || !strings.Contains(strings.Join(got.Reasons, " "), words) || words == "" && len(got.Reasons) > 0 {
		b.Errorf("tests of %s: %d, %s, %q; want %d, %s, %q", symbol, got.Total, got.Status, got.Reasons, total, status, words)
	}
}

// A run says what it watched, and nothing of what it could not tell.
func TestTestsThatARunCannotKnow(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(aged)
		b.told(project, "charge", 1, queries.Complete, "")
		b.told(project, "dark", 0, queries.Complete, "")
		b.told(project, "away", 0, queries.Unknown, "No imported run watched unwatched.py")
		b.told(project, "RATE", 0, queries.Unknown, "holds none")
		b.told(project, "Till.short", 0, queries.Unknown, "on one line")
		b.told(project, "Till", 1, queries.Complete, "")
	})
}

// What was edited after the run is not told as if the run had seen it; what an edit only moved is.
func TestTestsAgeWithTheSource(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(aged)
		g := build(b.T, strings.NewReplacer("charge 1-9", "charge 2-10", "test_charge 2-10", "test_charge 1-9", "dark 21-29", "dark 21-28").Replace(aged)+
			"def function shop/pay.py fresh 22-25\ntest tests/test_pay.py::test_more 20\n")
		for i := range g.Files {
			if f := &g.Files[i]; f.Path == "shop/pay.py" {
				f.SHA256 = strings.Repeat("cd", 32)
				f.TextGZ = zip(b.T, "# a new line\n"+strings.Replace(numbered(40), "line 32\r", "line 32 edited\r", 1))
			}
		}
		for i := range g.Symbols { // the edit moved everything by a line
			if s := &g.Symbols[i]; s.Path == "shop/pay.py" && s.Kind.Label() == graph.LabelFunction && s.Name != "charge" && s.Name != "fresh" {
				s.StartLine, s.EndLine = s.StartLine+1, s.EndLine+1
			}
		}
		b.again(project, g)
		const when = "after the run of 2023-11-14 22:13 UTC at commit c0"
		b.told(project, "charge", 1, queries.Partial, "1 of the 2 tests ran in no imported run.")
		if items := b.tests(project, "charge").Items; items[0].Stale {
			b.Errorf("a function that only moved is stale: %+v", items)
		}
		b.told(project, "Till.open", 1, queries.Partial, "Till.open was changed, or made, "+when)
		if items := b.tests(project, "Till.open").Items; !items[0].Stale || items[0].Source != "observed" {
			b.Errorf("an edited function is not stale: %+v", items)
		}
		b.told(project, "Till", 1, queries.Partial, "1 of the 2 functions of Till were changed, or made, "+when)
		b.told(project, "dark", 0, queries.Unknown, "dark was changed, or made, "+when)
		b.told(project, "fresh", 0, queries.Unknown, "fresh was changed, or made, "+when)
		b.told(project, "refund", 0, queries.Partial, "1 of the 2 tests")
	})
}
