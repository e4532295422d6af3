package walk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Git is the state of the work tree that the root lies in; zero when there is none.
type Git struct {
	Commit string
	Branch string // empty when detached
	Dirty  bool   // tracked files differ from the commit, or files are not tracked
}

// tree is what git says of one work tree. A nil tree lists everything.
type tree struct {
	top     string          // of the listing, relative to the root; "" for the root
	files   map[string]bool // listed files, sub-modules and repositories inside, by path; true when tracked
	folders map[string]bool // folders that hold listed files; true when some are tracked
	folded  map[string]string
}

// foldNames is true where the file system may spell a name otherwise than git's index: in case or Unicode form.
const foldNames = runtime.GOOS == "darwin" || runtime.GOOS == "windows"

func fold(p string) string { return strings.ToLower(norm.NFC.String(p)) }

func (t *tree) local(rel string) string {
	local := strings.TrimPrefix(strings.TrimPrefix(rel, t.top), "/")
	if known, ok := t.folded[fold(local)]; foldNames && ok {
		return known
	}
	return local
}

// lists reports whether a file counts.
func (t *tree) lists(rel string) bool {
	if t == nil {
		return true
	}
	_, ok := t.files[t.local(rel)]
	return ok
}

// holds reports whether a folder holds files that count.
func (t *tree) holds(rel string) bool {
	_, ok := t.folders[t.local(rel)]
	return ok
}

// nested reports whether a folder is a sub-module or a repository inside of this one.
func (t *tree) nested(rel string) bool {
	_, ok := t.files[t.local(rel)]
	return ok
}

// tracks reports whether git tracks a file in the folder, or the folder itself as a sub-module.
func (t *tree) tracks(rel string) bool {
	if t == nil {
		return false
	}
	local := t.local(rel)
	return t.folders[local] || t.files[local]
}

func (t *tree) add(p string, tracked bool) {
	p = strings.TrimSuffix(p, "/")
	t.files[p] = t.files[p] || tracked
	if foldNames {
		t.folded[fold(p)] = p
	}
	for i := strings.LastIndexByte(p, '/'); i > 0; i = strings.LastIndexByte(p[:i], '/') {
		was, seen := t.folders[p[:i]]
		if seen && (was || !tracked) {
			return
		}
		t.folders[p[:i]] = tracked
		if foldNames {
			t.folded[fold(p[:i])] = p[:i]
		}
	}
}

// openRoot asks git about the root; nil when there is no work tree, or git cannot tell.
func (w *walker) openRoot() *tree {
	if !insideRepository(w.root) {
		return nil
	}
	if _, err := runGit(w.ctx, w.root, "check-ignore", "-q", "."); err == nil {
		w.note("the repository around %s ignores this folder: everything in it was walked", filepath.Base(w.root))
		return nil
	}
	tree := w.openTree("")
	if tree == nil {
		return nil
	}
	if err := w.state(tree); err != nil {
		w.note("git cannot tell the commit: %s", gitReason(err))
	}
	return tree
}

// openNested asks git about a repository inside of the root.
func (w *walker) openNested(rel string) *tree { return w.openTree(rel) }

func (w *walker) openTree(rel string) *tree {
	out, err := runGit(w.ctx, filepath.Join(w.root, rel), "ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard")
	if err != nil {
		w.note("%s was walked without git: %s", display(rel), gitReason(err))
		return nil
	}
	t := &tree{top: rel, files: map[string]bool{}, folders: map[string]bool{}, folded: map[string]string{}}
	for record := range strings.SplitSeq(out.text, "\x00") {
		if tag, p, ok := strings.Cut(record, " "); ok {
			t.add(p, tag != "?")
		}
	}
	for _, match := range deniedFolder.FindAllStringSubmatch(out.warnings, -1) {
		if p := strings.TrimSuffix(match[1], "/"); !t.holds(join(rel, p)) {
			w.refuse(join(rel, p)+"/", ReasonRights)
		}
	}
	return t
}

// deniedFolder is git's warning of a folder that it could not look into.
var deniedFolder = regexp.MustCompile(`(?m)^warning: could not open directory '(.*)': Permission denied$`)

// state reads commit, branch and whether anything differs from the commit.
func (w *walker) state(t *tree) error {
	status := append(w.disarm(), "status", "--porcelain=v2", "--branch", "-z", "--untracked-files=no",
		"--ignore-submodules=dirty", "--", ".")
	out, err := runGit(w.ctx, w.root, status...)
	if err != nil {
		return err
	}
	git := &w.result.Git
	for record := range strings.SplitSeq(out.text, "\x00") {
		switch {
		case strings.HasPrefix(record, "# branch.oid "):
			git.Commit = strings.TrimPrefix(record, "# branch.oid ")
		case strings.HasPrefix(record, "# branch.head "):
			git.Branch = strings.TrimPrefix(record, "# branch.head ")
		case record != "" && !strings.HasPrefix(record, "# "):
			git.Dirty = true
		}
	}
	if git.Commit == "(initial)" {
		git.Commit = ""
	}
	if git.Branch == "(detached)" {
		git.Branch = ""
	}
	for _, tracked := range t.files {
		git.Dirty = git.Dirty || !tracked
	}
	return nil
}

// disarm gives the options that keep git from running the filters of the repository's own settings: to compare a file
// git would run it through a command that came with the repository. Filters of the user's settings (LFS) stay.
func (w *walker) disarm() []string {
	out, err := runGit(w.ctx, w.root, "config", "-z", "--includes", "--show-scope", "--name-only", "--get-regexp", `^filter\..*\.(clean|process)$`)
	if err != nil {
		return nil // there is none
	}
	var options []string
	fields := strings.Split(strings.TrimSuffix(out.text, "\x00"), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		if scope, name := fields[i], fields[i+1]; scope == "local" || scope == "worktree" {
			options = append(options, "-c", name+"=")
		}
	}
	return options
}

// insideRepository looks for .git in the folder and those above it, so that git is run only where it has something to say.
func insideRepository(folder string) bool {
	for {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil {
			return true
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return false
		}
		folder = parent
	}
}

// gitOutput is what a git command wrote.
type gitOutput struct{ text, warnings string }

// gitError is a git command that failed.
type gitError struct {
	err     error
	message string
}

func (e *gitError) Error() string { return e.err.Error() + ": " + e.message }
func (e *gitError) Unwrap() error { return e.err }

// runGit runs git without letting the repository's own settings start programs or its callers' variables lead it astray.
func runGit(ctx context.Context, folder string, args ...string) (gitOutput, error) {
	settings := []string{"--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull,
		"-c", "core.quotePath=false"}
	command := exec.CommandContext(ctx, "git", append(settings, args...)...)
	command.Dir = folder
	command.Env = gitEnvironment(os.Environ())
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		return gitOutput{}, &gitError{err: err, message: stderr.String()}
	}
	return gitOutput{text: stdout.String(), warnings: stderr.String()}, nil
}

// gitEnvironment drops the variables by which a hook or a wrapper points git at another repository.
func gitEnvironment(environment []string) []string {
	var kept []string
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "GIT_") || keptGitVariables[name] {
			kept = append(kept, variable)
		}
	}
	return append(kept, "LC_ALL=C")
}

// keptGitVariables choose the user's own settings; they name no repository.
var keptGitVariables = map[string]bool{
	"GIT_CONFIG_GLOBAL": true, "GIT_CONFIG_SYSTEM": true, "GIT_CONFIG_NOSYSTEM": true,
	"GIT_CEILING_DIRECTORIES": true, "GIT_EXEC_PATH": true, "GIT_TEST_ASSUME_DIFFERENT_OWNER": true,
}

// gitReason says in words why git failed.
func gitReason(err error) string {
	var failed *gitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "git is not installed"
	case errors.As(err, &failed) && strings.Contains(failed.message, "dubious ownership"):
		return "the repository belongs to another user (git config --global --add safe.directory PATH allows it)"
	case errors.As(err, &failed):
		first, _, _ := strings.Cut(strings.TrimSpace(failed.message), "\n")
		return fmt.Sprintf("git failed: %s", strings.TrimPrefix(first, "fatal: "))
	default:
		return err.Error()
	}
}

func display(rel string) string {
	if rel == "" {
		return "the repository"
	}
	return printable(rel)
}
