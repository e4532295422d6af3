package queries

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Heads tells where repositories stand now.
type Heads interface {
	// Current is the commit that is checked out at a root; "" when there is none or it cannot be read.
	Current(root string) string
	// Behind counts the commits that lead from one to the other; 0 when it is not known.
	Behind(ctx context.Context, root, from, to string) int
}

// GitHeads reads git's own files: a reply must not wait for a process. Only commits are counted by git itself, and each
// pair once.
type GitHeads struct {
	mu     sync.Mutex
	behind map[[2]string]int
}

// Bounds of GitHeads.
const (
	maxPairs   = 256
	gitTimeout = 2 * time.Second
	maxRefFile = 16 << 20 // of packed-refs
)

// NewGitHeads makes a reader of git repositories.
func NewGitHeads() *GitHeads { return &GitHeads{behind: map[[2]string]int{}} }

// Current reads HEAD of the repository that holds the root.
func (g *GitHeads) Current(root string) string {
	if !filepath.IsAbs(root) {
		return ""
	}
	for dir := filepath.Clean(root); ; dir = filepath.Dir(dir) {
		if head := headOf(filepath.Join(dir, ".git")); head != "" {
			return head
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// headOf reads the commit of a git directory, or of the file that stands for one in a work tree or submodule.
func headOf(git string) string {
	if link, ok := strings.CutPrefix(read(git), "gitdir: "); ok {
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(git), link)
		}
		git = link
	}
	head := read(filepath.Join(git, "HEAD"))
	ref, symbolic := strings.CutPrefix(head, "ref: ")
	if !symbolic {
		return commit(head)
	}
	common := git
	if dir := read(filepath.Join(git, "commondir")); dir != "" {
		common = filepath.Join(git, dir)
	}
	if found := commit(read(filepath.Join(common, filepath.FromSlash(ref)))); found != "" {
		return found
	}
	for line := range strings.Lines(read(filepath.Join(common, "packed-refs"))) {
		if hash, name, _ := strings.Cut(strings.TrimSpace(line), " "); name == ref {
			return commit(hash)
		}
	}
	return ""
}

// read gives a small file's text without the space around it; "" when it cannot be read.
func read(file string) string {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRefFile {
		return ""
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(text))
}

// commit gives the text when it is a commit's hash, else "".
func commit(text string) string {
	if len(text) != 40 && len(text) != 64 || strings.Trim(text, "0123456789abcdef") != "" {
		return ""
	}
	return text
}

// Behind counts by git rev-list.
func (g *GitHeads) Behind(ctx context.Context, root, from, to string) int {
	if commit(from) == "" || commit(to) == "" || from == to {
		return 0
	}
	pair := [2]string{from, to}
	g.mu.Lock()
	n, ok := g.behind[pair]
	g.mu.Unlock()
	if ok {
		return n
	}
	ctx, cancel := context.WithTimeout(ctx, gitTimeout)
	defer cancel()
	command := exec.CommandContext(ctx, "git", "-C", root, "rev-list", "--count", from+".."+to)
	command.Env = gitEnvironment()
	out, err := command.Output()
	if err == nil {
		n, err = strconv.Atoi(strings.TrimSpace(string(out)))
	}
	if err != nil && ctx.Err() != nil {
		return 0 // not known this time; a repository that lost the commit is remembered as 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.behind) >= maxPairs {
		clear(g.behind)
	}
	g.behind[pair] = n
	return n
}

// gitEnvironment is the process's own, but for what would point git elsewhere, and without the network.
func gitEnvironment() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") })
	return append(env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_OPTIONAL_LOCKS=0")
}

// Index is the freshness of a project by itself: what a reply that is made now would say of it.
func (s *Service) Index(ctx context.Context, project string) (Index, error) {
	found, err := s.reader.Suggest(ctx, project, Like{})
	if err != nil {
		return Index{}, s.unknownProject(ctx, project, err)
	}
	return s.index(ctx, found.Snapshot), nil
}

// MadeFrom is the freshness of a list.
func (e *Envelope[T]) MadeFrom() Index { return e.Index }

// MadeFrom is the freshness of a definition.
func (d *SymbolDetail) MadeFrom() Index { return d.Index }

// MadeFrom is the freshness of a text.
func (s *Source) MadeFrom() Index { return s.Index }

// MadeFrom is the freshness of a project.
func (p *Project) MadeFrom() Index { return p.Index }

// MadeFrom is the freshness of counts.
func (s *Statistics) MadeFrom() Index { return s.Index }

// index is the freshness of a snapshot.
func (s *Service) index(ctx context.Context, snapshot Snapshot) Index {
	i := Index{Version: snapshot.Version, Commit: snapshot.Commit, Dirty: snapshot.Dirty, Status: snapshot.Status, LoadedAt: snapshot.CreatedAt}
	if !snapshot.CreatedAt.IsZero() {
		i.AgeSeconds = float64(time.Since(snapshot.CreatedAt).Milliseconds()) / 1000
	}
	if snapshot.Commit == "" || snapshot.Root == "" {
		return i
	}
	i.CurrentCommit = s.heads.Current(snapshot.Root)
	if i.CurrentCommit != "" && i.CurrentCommit != i.Commit {
		i.Behind = s.heads.Behind(ctx, snapshot.Root, i.Commit, i.CurrentCommit)
	}
	return i
}
