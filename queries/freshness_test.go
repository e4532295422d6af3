package queries_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/graph"
	"assay/queries"
	"assay/queries/memory"
)

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"}, args...)...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func commitFile(t *testing.T, dir, text string) string {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "add", "a.py")
	git(t, dir, "commit", "-q", "-m", text)
	return git(t, dir, "rev-parse", "HEAD")
}

// An answer carries the commit that was loaded, the one that is checked out now, and how many commits lie between.
func TestIndexTellsHowFarTheRepositoryMovedOn(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	loaded := commitFile(t, dir, "x = 1")
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	reader := memory.New()
	service := queries.New(reader)
	put := func(root string) {
		reader.Put(queries.Snapshot{
			Project: "p", Root: root, Version: 2, Commit: loaded, Dirty: true, Status: "ready", CreatedAt: time.Now().Add(-time.Minute),
		}, &graph.Graph{Files: []graph.File{{Path: "a.py"}}}, memory.Observations{})
	}
	index := func() queries.Index {
		t.Helper()
		s, err := service.Statistics(t.Context(), "p")
		if err != nil {
			t.Fatal(err)
		}
		return s.Index
	}
	check := func(what, current string, behind int) {
		t.Helper()
		got := index()
		if got.Commit != loaded || got.CurrentCommit != current || got.Behind != behind || !got.Dirty || got.AgeSeconds < 59 {
			t.Errorf("%s: %+v, want current %q and behind %d", what, got, current, behind)
		}
	}
	put(dir)
	check("as loaded", loaded, 0)
	commitFile(t, dir, "x = 2")
	newest := commitFile(t, dir, "x = 3")
	check("two commits later", newest, 2)
	put(filepath.Join(dir, "sub"))
	check("a folder of the repository", newest, 2)
	put(dir)
	git(t, dir, "pack-refs", "--all")
	check("packed refs", newest, 2)
	git(t, dir, "checkout", "-q", "--detach", "HEAD~1")
	check("detached head", git(t, dir, "rev-parse", "HEAD"), 1)
	tree := filepath.Join(t.TempDir(), "tree")
	git(t, dir, "worktree", "add", "-q", "-b", "other", tree, "main")
	put(tree)
	check("another work tree", newest, 2)
	put(filepath.Join(t.TempDir(), "gone"))
	check("no repository", "", 0)
	put("relative")
	check("no absolute path", "", 0)
}
