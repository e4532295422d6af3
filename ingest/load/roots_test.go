package load_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/graph"
)

// rootFiles are files that no package contains, so that the project does.
func rootFiles(paths ...string) *graph.Graph {
	g := &graph.Graph{}
	for _, path := range paths {
		g.Files = append(g.Files, graph.File{Path: path, SHA256: path, Role: graph.RoleSource, Status: graph.FileListed})
	}
	return g
}

// Files at the top of a repository hang on the Project node; they come, go and get other names like any others.
func TestFilesOfTheRootComeAndGo(t *testing.T) {
	fresh, over := newBench(t), newBench(t)
	fresh.apply(rootFiles("a.py", "d.py"))
	first := over.apply(rootFiles("a.py", "b.py", "c.py")).Version
	if second := over.apply(rootFiles("a.py", "d.py")).Version; second != first+2 {
		t.Errorf("version %d after %d", second, first)
	}
	if d := cmp.Diff(fresh.export(), over.export()); d != "" {
		t.Errorf("first load (-) and difference (+) differ: %s", d)
	}
}
