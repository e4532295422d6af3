package coverage

import (
	"slices"
	"strings"

	"assay/internal/graph"
)

// Words that tell why a context could not be linked to a test.
const (
	reasonFileNotLoaded = "the test's file is not loaded"
	reasonNoTest        = "no loaded test runs a function of this name"
	reasonSeveral       = "several loaded tests fit this name"
)

// testIndex finds loaded tests by the names that runners give them.
type testIndex struct {
	tests    []test
	byRunner map[string][]int
	byTail   map[string][]int // "test_a.py::Class::test", for runs from another root
	byDotted map[string][]int // "pkg.mod.Class.test" and each shorter form "mod.Class.test"
	files    *fileIndex
	made     map[string]int // tests that no load knew, by runner id
}

func newTestIndex(tests []test, files *fileIndex) *testIndex {
	x := &testIndex{tests: slices.Clone(tests), byRunner: map[string][]int{}, byTail: map[string][]int{},
		byDotted: map[string][]int{}, files: files, made: map[string]int{}}
	for i, t := range x.tests {
		path, name, _ := strings.Cut(t.RunnerID, "::")
		x.byRunner[t.RunnerID] = append(x.byRunner[t.RunnerID], i)
		if path != t.Path { // the runner's root is a folder of the project: it may also run from the project's own
			whole := t.Path + "::" + name
			x.byRunner[whole] = append(x.byRunner[whole], i)
		}
		tail := lastPart(path) + "::" + name
		x.byTail[tail] = append(x.byTail[tail], i)
		for _, name := range dottedNames(t) {
			x.byDotted[name] = append(x.byDotted[name], i)
		}
	}
	return x
}

// dottedNames lists the names that coverage.py may give the function of a test: its module may have been imported by
// any tail of its path.
func dottedNames(t test) []string {
	var names []string
	for _, b := range t.Bodies {
		module := strings.TrimSuffix(strings.TrimSuffix(b.Path, ".py"), "/__init__")
		parts := append(strings.Split(module, "/"), b.QualifiedName)
		for i := range len(parts) - 1 {
			names = append(names, strings.Join(parts[i:], "."))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// find gives the index of the test that a context names, or the reason why there is none. A node id of a loaded file
// that no load knew becomes a test of its own.
func (x *testIndex) find(context string) (at int, p place, reason string) {
	p = parse(context)
	at, reason = x.locate(p)
	if reason == "" {
		return at, p, ""
	}
	if rest, cut := withoutStatic(context); cut {
		inner := parse(rest)
		if at, reason := x.locate(inner); reason == "" {
			return at, inner, ""
		}
	}
	return at, p, reason
}

func (x *testIndex) locate(p place) (int, string) {
	if p.dotted {
		return only(x.byDotted[p.runner])
	}
	if found := x.byRunner[p.runner]; len(found) > 0 {
		return only(found)
	}
	if at, reason := x.fromOtherRoot(p.runner); reason != reasonNoTest {
		return at, reason
	}
	return x.make(p.runner)
}

func only(found []int) (int, string) {
	switch len(found) {
	case 0:
		return -1, reasonNoTest
	case 1:
		return found[0], ""
	default:
		return -1, reasonSeveral
	}
}

// fromOtherRoot matches a node id of a run whose root folder lies below the project's, or above it.
func (x *testIndex) fromOtherRoot(runner string) (int, string) {
	path, name, _ := strings.Cut(runner, "::")
	var found []int
	for _, i := range x.byTail[lastPart(path)+"::"+name] {
		if id := x.tests[i].RunnerID; isTail(id, runner) || isTail(x.files.root+"/"+id, runner) {
			found = append(found, i)
		}
	}
	return only(found)
}

// isTail reports whether short is the end of long at a border of path parts.
func isTail(long, short string) bool {
	return strings.HasSuffix(long, short) && (len(long) == len(short) || long[len(long)-len(short)-1] == '/')
}

func (x *testIndex) make(runner string) (int, string) {
	if at, ok := x.made[runner]; ok {
		return at, ""
	}
	path, name, _ := strings.Cut(runner, "::")
	loaded, ok := x.files.find(path)
	if !ok {
		return -1, reasonFileNotLoaded
	}
	x.made[runner] = len(x.tests)
	x.tests = append(x.tests, test{
		ID: graph.TestID(loaded, runner), RunnerID: runner, Path: loaded,
		Name: name[strings.LastIndex(name, "::")+1:], IsNew: true,
	})
	return x.made[runner], ""
}
