package walk_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/ingest/walk"
	"assay/internal/fault"
	"assay/internal/graph"
)

func python(path string) string {
	if strings.HasSuffix(path, ".py") {
		return "python"
	}
	return ""
}

// repository makes a folder of files; a name that ends in "/" is a folder.
func repository(t *testing.T, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range names {
		write(t, root, name, "x = 1\n")
	}
	return root
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	full := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, "/") {
		if err := os.MkdirAll(full, 0o755); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, root, target, name string) {
	t.Helper()
	if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, folder string, args ...string) {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org",
		"-c", "init.defaultBranch=trunk", "-c", "protocol.file.allow=always"}, args...)...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func walked(t *testing.T, root string) *walk.Result {
	t.Helper()
	result, err := walk.Walk(context.Background(), walk.Options{Root: root, Language: python})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// paths gives the walked files, those that must not be opened with their reason.
func paths(result *walk.Result) []string {
	var list []string
	for _, f := range result.Files {
		if f.Refused != "" {
			list = append(list, f.Path+": "+f.Refused)
		} else {
			list = append(list, f.Path)
		}
	}
	return list
}

func refused(result *walk.Result) []string {
	var list []string
	for _, r := range result.Refused {
		list = append(list, r.Path+": "+r.Reason)
	}
	return list
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestFolderWithoutGit(t *testing.T) {
	root := repository(t, "a.py", "pkg/b.py", "README.md", "node_modules/m/x.py", "pkg/__pycache__/b.py",
		"env/pyvenv.cfg", "env/lib/site.py", "deep/conda/conda-meta/history", "build/c.py", "empty/")
	result := walked(t, root)
	equal(t, "files", paths(result), []string{"README.md", "a.py", "build/c.py", "pkg/b.py"})
	equal(t, "notes", result.Notes, []string{
		"folders left out by default: __pycache__ (1), conda environment (1), node_modules (1), virtual environment (1)",
	})
	if result.Git != (walk.Git{}) {
		t.Errorf("git state %v of a folder without git", result.Git)
	}
}

func TestGitDecides(t *testing.T) {
	root := repository(t, "kept.py", "ignored.py", "built/x.py", "node_modules/tracked.py", ".gitignore")
	write(t, root, ".gitignore", "ignored.py\nbuilt/\n")
	git(t, root, "init", "-q")
	git(t, root, "add", "-f", "kept.py", ".gitignore", "node_modules/tracked.py")
	git(t, root, "commit", "-q", "-m", "one")
	clean := walked(t, root)
	equal(t, "tracked files", paths(clean), []string{".gitignore", "kept.py", "node_modules/tracked.py"})
	if clean.Git.Dirty || len(clean.Git.Commit) != 40 || clean.Git.Branch != "trunk" {
		t.Errorf("state of a clean work tree: %+v", clean.Git)
	}

	write(t, root, "new.py", "y = 2\n")
	write(t, root, "other/node_modules/left.py", "y = 2\n")
	dirty := walked(t, root)
	equal(t, "with untracked files", paths(dirty), []string{".gitignore", "kept.py", "new.py", "node_modules/tracked.py"})
	if !dirty.Git.Dirty {
		t.Error("an untracked file leaves the work tree clean")
	}
	if err := os.Remove(filepath.Join(root, "kept.py")); err != nil {
		t.Fatal(err)
	}
	equal(t, "after a removal", paths(walked(t, root)), []string{".gitignore", "new.py", "node_modules/tracked.py"})
}

func TestModifiedFileIsDirty(t *testing.T) {
	root := repository(t, "a.py")
	git(t, root, "init", "-q")
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "one")
	write(t, root, "a.py", "x = 22\n")
	if !walked(t, root).Git.Dirty {
		t.Error("a changed file leaves the work tree clean")
	}
	git(t, root, "checkout", "-q", "--detach", "-f")
	if got := walked(t, root).Git; got.Branch != "" || got.Dirty {
		t.Errorf("detached and clean: %+v", got)
	}
}

func TestFolderInsideOfARepository(t *testing.T) {
	root := repository(t, "outside.py", "part/in.py", "part/ignored.py", "cache/tool/x.py", ".gitignore")
	write(t, root, ".gitignore", "ignored.py\ncache/\n")
	git(t, root, "init", "-q")
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "one")
	part := walked(t, filepath.Join(root, "part"))
	equal(t, "part", paths(part), []string{"in.py"})
	if part.Git.Commit == "" || part.Git.Dirty {
		t.Errorf("state of a part: %+v", part.Git)
	}
	ignored := walked(t, filepath.Join(root, "cache", "tool"))
	equal(t, "ignored folder", paths(ignored), []string{"x.py"})
	if len(ignored.Notes) != 1 || !strings.Contains(ignored.Notes[0], "ignores this folder") {
		t.Errorf("notes %q", ignored.Notes)
	}
}

func TestRepositoriesInsideOfEachOther(t *testing.T) {
	library := repository(t, "lib.py", "skip.py", ".gitignore")
	write(t, library, ".gitignore", "skip.py\n")
	git(t, library, "init", "-q")
	git(t, library, "add", "lib.py", ".gitignore")
	git(t, library, "commit", "-q", "-m", "one")

	root := repository(t, "main.py")
	git(t, root, "init", "-q")
	git(t, root, "submodule", "--quiet", "add", library, "sub")
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "one")
	write(t, root, "sub/skip.py", "x = 1\n")
	git(t, root, "clone", "-q", library, "clone")
	want := []string{".gitmodules", "clone/.gitignore", "clone/lib.py", "main.py", "sub/.gitignore", "sub/lib.py"}
	equal(t, "sub-module and clone", paths(walked(t, root)), want)

	if err := os.RemoveAll(filepath.Join(root, "sub")); err != nil {
		t.Fatal(err)
	}
	write(t, root, "sub/", "")
	bare := walked(t, root)
	equal(t, "without sub-module", paths(bare), []string{".gitmodules", "clone/.gitignore", "clone/lib.py", "main.py"})
	equal(t, "notes", bare.Notes, []string{"sub-module sub is not checked out"})
	if want := (walk.Refused{Path: "sub/", Reason: walk.ReasonAbsent}); len(bare.Refused) != 1 || bare.Refused[0] != want {
		t.Errorf("refused %v, want %v", bare.Refused, want)
	}
	if _, err := walk.Root(""); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no folder: %v, want invalid", err)
	}

	folder := t.TempDir()
	git(t, folder, "clone", "-q", library, "one")
	write(t, folder, "one/skip.py", "")
	write(t, folder, "loose.py", "")
	equal(t, "folder of repositories", paths(walked(t, folder)), []string{"loose.py", "one/.gitignore", "one/lib.py"})
}

func TestGitThatCannotTell(t *testing.T) {
	root := repository(t, "a.py", "ignored.py", ".gitignore")
	write(t, root, ".gitignore", "ignored.py\n")
	git(t, root, "init", "-q")
	all := []string{".gitignore", "a.py", "ignored.py"}

	t.Run("not installed", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		result := walked(t, root)
		equal(t, "files", paths(result), all)
		equal(t, "notes", result.Notes, []string{"the repository was walked without git: git is not installed"})
	})
	t.Run("another owner", func(t *testing.T) {
		t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1") // git's own switch for its tests
		result := walked(t, root)
		equal(t, "files", paths(result), all)
		if len(result.Notes) != 1 || !strings.Contains(result.Notes[0], "belongs to another user") {
			t.Errorf("notes %q", result.Notes)
		}
	})
	t.Run("broken", func(t *testing.T) {
		write(t, root, ".git/HEAD", "nonsense")
		result := walked(t, root)
		equal(t, "files", paths(result), all)
		if len(result.Notes) != 1 {
			t.Errorf("notes %q", result.Notes)
		}
	})
}

func TestVariablesOfAHookDoNotLeadAstray(t *testing.T) {
	other := repository(t, "other.py")
	git(t, other, "init", "-q")
	root := repository(t, "a.py")
	git(t, root, "init", "-q")
	t.Setenv("GIT_DIR", filepath.Join(other, ".git"))
	t.Setenv("GIT_WORK_TREE", other)
	equal(t, "files", paths(walked(t, root)), []string{"a.py"})
}

func TestSettingsOfTheRepositoryStartNothing(t *testing.T) {
	root := repository(t, "a.py")
	git(t, root, "init", "-q")
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "one")
	mark := filepath.Join(t.TempDir(), "started")
	git(t, root, "config", "core.fsmonitor", "touch "+mark+"; false")
	git(t, root, "config", "filter.trap.clean", "touch "+mark+"; cat")
	git(t, root, "config", "filter.two.words.process", "touch "+mark+"; cat")
	write(t, root, ".git/info/attributes", "*.py filter=trap\n*.txt filter=two.words\n")
	write(t, root, "a.py", "x = 2\n")
	if !walked(t, root).Git.Dirty {
		t.Error("a changed file leaves the work tree clean")
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a command of the repository's settings was run")
	}
}

// P09: links that form a loop, and one to the folder itself.
func TestLinksAreNotFollowed(t *testing.T) {
	outside := repository(t, "secret.py", "folder/x.py")
	root := repository(t, "kit/cfg/base.py", "kit/lib/use.py")
	link(t, root, "../lib", "kit/cfg/lib")
	link(t, root, "../cfg", "kit/lib/cfg")
	link(t, root, ".", "kit/again")
	link(t, root, "self.py", "self.py")
	link(t, root, "gone.py", "dangling.py")
	link(t, root, "kit/lib/use.py", "alias.py")
	link(t, root, filepath.Join(outside, "secret.py"), "secret.py")
	link(t, root, filepath.Join(outside, "folder"), "folder")
	link(t, root, "../../../../../../etc/hostname", "etc.py")
	want := []string{
		"dangling.py: dangling link", "etc.py: link leaves the root", "kit/cfg/base.py", "kit/lib/use.py",
		"secret.py: link leaves the root", "self.py: link loop",
	}
	check := func(t *testing.T) {
		result := walked(t, root)
		equal(t, "files", paths(result), want)
		equal(t, "refused", refused(result), []string{"folder/: link leaves the root"})
	}
	t.Run("without git", check)
	git(t, root, "init", "-q")
	git(t, root, "add", "kit")
	t.Run("with git", check)
}

func TestLinkToAFileThatIsLeftOut(t *testing.T) {
	root := repository(t, "kept.py", "hidden/real.py", ".gitignore")
	write(t, root, ".gitignore", "hidden/\n")
	link(t, root, "hidden/real.py", "alias.py")
	git(t, root, "init", "-q")
	equal(t, "files", paths(walked(t, root)),
		[]string{".gitignore", "alias.py: link to a file that is left out", "kept.py"})
}

func TestRootThroughALink(t *testing.T) {
	root := repository(t, "a.py")
	link(t, root, ".", "again")
	link(t, filepath.Dir(root), root, "way")
	result := walked(t, filepath.Join(filepath.Dir(root), "way", "again"))
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	if result.Root != real {
		t.Errorf("root %s, want %s", result.Root, real)
	}
	equal(t, "files", paths(result), []string{"a.py"})
}

func TestNamesAndKindsOfFiles(t *testing.T) {
	root := repository(t, "with space.py", "line\nbreak.py", "café.py", "cafe\u0301.py", "a\\b.py", "bytes\xff.py", "A.py", "a.py")
	if err := syscall.Mkfifo(filepath.Join(root, "pipe.py"), 0o644); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"A.py", "a.py", `a\b.py`, `bytes\xff.py`, "cafe\u0301.py", "café.py", "line\nbreak.py",
		"pipe.py: not a regular file", "with space.py",
	}
	equal(t, "without git", paths(walked(t, root)), want)
	git(t, root, "init", "-q")
	git(t, root, "add", "--", "a.py", "café.py", "line\nbreak.py", "bytes\xff.py")
	want = append(want[:7:7], want[8]) // git has no pipes
	equal(t, "with git", paths(walked(t, root)), want)
}

func TestFileNameThatClashesWithAnEscapedOne(t *testing.T) {
	root := repository(t, "x\xff.py", `x\xff.py`)
	result := walked(t, root)
	equal(t, "files", paths(result), []string{`x\xff.py`})
	equal(t, "refused", refused(result), []string{`x\xff.py: name clashes with another file`})
}

func TestRefusedRoots(t *testing.T) {
	root := repository(t, "a.py")
	for _, test := range []struct {
		name, root string
		kind       fault.Kind
	}{
		{"missing", filepath.Join(root, "gone"), fault.NotFound},
		{"a file", filepath.Join(root, "a.py"), fault.Invalid},
		{"a path with a zero byte", "x\x00y", fault.Invalid},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := walk.Walk(context.Background(), walk.Options{Root: test.root, Language: python})
			if err == nil || fault.KindOf(err) != test.kind {
				t.Errorf("error %v, want kind %s", err, test.kind)
			}
		})
	}
}

// Too many files are refused before anything is read, with the largest folders and how to leave them out.
func TestTooManyFiles(t *testing.T) {
	root := repository(t, "big/deep/1.py", "big/deep/2.py", "big/deep/3.py", "small one/1.py", "top.py")
	for _, test := range []struct {
		limit   int
		exclude []string
		message string
		fixes   []string
	}{
		{limit: 4, message: root + " holds 5 files; the limit is 4", fixes: []string{
			"give the folder of one repository", "or leave out big/deep (3 files): --exclude big/deep",
			"or leave out small one (1 files): --exclude 'small one'", "or raise the limit: --max-files 5",
		}},
		{limit: 1, exclude: []string{"big/deep"}, message: root + " holds 2 files; the limit is 1"},
		{limit: 2, exclude: []string{"big/deep"}},
		{limit: 5},
	} {
		_, err := walk.Walk(context.Background(), walk.Options{Root: root, Language: python, MaxFiles: test.limit, Exclude: test.exclude})
		var e *fault.Error
		if errors.As(err, &e) != (test.message != "") {
			t.Fatalf("limit %d without %v: %v", test.limit, test.exclude, err)
		}
		if e == nil {
			continue
		}
		if e.Kind != fault.Invalid || e.Message != test.message {
			t.Errorf("%s: %s, want %s", e.Kind, e.Message, test.message)
		}
		for _, fix := range test.fixes {
			if !slices.Contains(e.Fixes, fix) {
				t.Errorf("%q is not among %q", fix, e.Fixes)
			}
		}
	}
}

// A home directory with very many files costs no more than their number: none of them is kept.
func TestFarTooManyFiles(t *testing.T) {
	root := t.TempDir()
	for _, folder := range []string{"cache", "work"} {
		if err := os.Mkdir(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
		for i := range 300 {
			if err := os.WriteFile(filepath.Join(root, folder, strconv.Itoa(i)), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	_, err := walk.Walk(context.Background(), walk.Options{Root: root, Language: python, MaxFiles: 25})
	if err == nil || !strings.Contains(err.Error(), "holds more than 501 files; the limit is 25") {
		t.Errorf("error %v", err)
	}
}

func TestExclude(t *testing.T) {
	root := repository(t, "keep/1.py", "out/1.py", "deep/out/1.py")
	result, err := walk.Walk(context.Background(), walk.Options{Root: root, Language: python, Exclude: []string{"out/", root + "/deep/out"}})
	if err != nil || len(result.Files) != 1 || result.Files[0].Path != "keep/1.py" || !slices.Contains(result.Notes, "out is left out, as asked") {
		t.Errorf("%+v, %v", result, err)
	}
	for _, bad := range []string{".", "..", "../other", "/", ""} {
		if _, err := walk.Walk(context.Background(), walk.Options{Root: root, Language: python, Exclude: []string{bad}}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := walk.Walk(ctx, walk.Options{Root: repository(t, "a.py"), Language: python})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestRoles(t *testing.T) {
	want := map[string]graph.Role{
		"src/shop/orders.py":            graph.RoleSource,
		"src/shop/_vendor/six.py":       graph.RoleVendored,
		"src/shop/api_pb2.py":           graph.RoleGenerated,
		"src/shop/test/client.py":       graph.RoleSource, // as django.test
		"src/shop/testing.py":           graph.RoleSource,
		"src/shop/latest_test_plan.py":  graph.RoleSource,
		"tests/helpers.py":              graph.RoleTest,
		"tests/data.json":               graph.RoleConfig,
		"tests/vendor/x.py":             graph.RoleVendored,
		"t/unit/test_a.py":              graph.RoleTest,
		"t/unit/case.py":                graph.RoleTest,
		"conftest.py":                   graph.RoleTest,
		"src/shop/orders_test.py":       graph.RoleTest,
		"web/app.js":                    graph.RoleSource,
		"web/app.min.js":                graph.RoleGenerated,
		"web/app.test.ts":               graph.RoleTest,
		"README.md":                     graph.RoleDoc,
		"LICENSE":                       graph.RoleDoc,
		"requirements-dev.txt":          graph.RoleConfig,
		"pyproject.toml":                graph.RoleConfig,
		".pre-commit":                   graph.RoleConfig,
		"logo.png":                      graph.RoleOther,
		"attestation/third_party/a.bin": graph.RoleVendored,
	}
	var names []string
	for name := range want {
		names = append(names, name)
	}
	got := map[string]graph.Role{}
	for _, f := range walked(t, repository(t, names...)).Files {
		got[f.Path] = f.Role
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("roles (-want +got):\n%s", diff)
	}
}

func TestRolesByText(t *testing.T) {
	for text, want := range map[string]bool{
		"# Generated by the protocol buffer compiler.  DO NOT EDIT!\nimport x\n": true,
		"# Copyright\n#\n# @generated by tool\n":                                 true,
		"def generated():\n    'do not edit'\n":                                  false,
		"# This text was generated with care\n":                                  false,
	} {
		if got := walk.GeneratedHead([]byte(text)); got != want {
			t.Errorf("GeneratedHead(%q) = %t", text, got)
		}
	}
	if walk.TestText("jinja2/tests.py", []byte("def test_odd(value): ...")) {
		t.Error("tests of templates are taken for tests")
	}
	if !walk.TestText("shop/tests.py", []byte("from django.test import TestCase")) {
		t.Error("Django's tests.py is not taken for tests")
	}
}

func TestScriptsWithoutAnEnding(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"bin/run": "#!/usr/bin/env python3\nx = 1\n", "bin/sh": "#!/bin/sh\n", "LICENSE": "python\n", "empty": "", "a.txt": "#!/usr/bin/python\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	result, err := walk.Walk(context.Background(), walk.Options{Root: root, Language: python, Script: func(firstLine string) string {
		if strings.HasSuffix(firstLine, "python3") {
			return "python"
		}
		return ""
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Files {
		if script := f.Path == "bin/run"; script != (f.Language == "python") || script && f.Role != graph.RoleSource {
			t.Errorf("%s: language %q, role %q", f.Path, f.Language, f.Role)
		}
	}
}
