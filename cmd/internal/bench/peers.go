package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"assay/internal/pyenv"
)

// Peer is another tool that indexes repositories.
type Peer struct {
	Name, Version string
	Minor         int // of Python 3 that it needs
	// Full and Changed are the arguments of an index from nothing and of one after a change; {repo} is the repository,
	// {store} a folder for what is stored, {bin} that of its programs.
	Full, Changed []string
	// Empty matches the output of an index that found nothing though it ended well.
	Empty *regexp.Regexp
}

// Requirement is the pinned package.
func (p Peer) Requirement() string { return p.Name + "==" + p.Version }

// Peers are the tools that are measured, at the versions that were read before.
func Peers() []Peer {
	return []Peer{
		{
			Name: "repo2graph", Version: "4.1.0", Minor: 11,
			Full:    []string{"{bin}/repo2graph", "build", "{repo}", "-o", "{store}/graph"},
			Changed: []string{"{bin}/repo2graph", "build", "{repo}", "-o", "{store}/graph", "--incremental"},
		},
		{
			Name: "ripplet", Version: "0.1.2.9", Minor: 12,
			Full:    []string{"{bin}/ripplet", "index", "--quiet", "--storage", "{store}/graph", "{repo}"},
			Changed: []string{"{bin}/ripplet", "update", "--quiet", "--storage", "{store}/graph", "{repo}"},
		},
		{
			Name: "codegraphcontext", Version: "0.6.13", Minor: 12,
			Full:    []string{"{bin}/cgc", "index", "{repo}", "--no-progress"},
			Changed: []string{"{bin}/cgc", "index", "{repo}", "--no-progress", "--force"},
			Empty:   regexp.MustCompile(`Function nodes\s*\|\s*0\s*\|`),
		},
	}
}

// Ours is the name of assay among the tools.
const Ours = "assay"

// Comparison is what the tools took for one repository.
type Comparison struct {
	Corpus, Kind string
	Results      []PeerResult // assay first
}

// PeerResult is what one tool took.
type PeerResult struct {
	Tool    string
	CPU     []time.Duration // of each run; for assay service and Neo4j together
	Problem string          // why a run failed, or counts for nothing; then CPU has what it took nevertheless
}

// Median is the processor time in the middle; 0 of none.
func (r PeerResult) Median() time.Duration { return median(r.CPU) }

// Bounds of peers' runs.
const (
	peerTime = 5 * time.Minute // of one run
	slowPeer = time.Minute     // of processor time: a tool that takes longer runs once
	shown    = 3               // lines of a failure
)

// Arena runs peers and assay in turn over the same repositories.
type Arena struct {
	Home   string // data directory, holds the peers' environments
	Loader Loader // of assay
	Delete func(ctx context.Context, project string) error
	Rounds int
	Note   func(format string, args ...any)

	ready []contender
}

// contender is a peer that is installed, or why it is not.
type contender struct {
	Peer
	bin     string
	problem string
}

// Install makes an environment for each peer. One that cannot be installed stays in the comparison, with the reason.
func (a *Arena) Install(ctx context.Context) error {
	for _, peer := range Peers() {
		c := contender{Peer: peer}
		base, err := pyenv.Find(ctx, peer.Minor)
		if err == nil {
			var python string
			python, err = pyenv.MakeFrom(ctx, base, filepath.Join(a.Home, "peers"), []string{peer.Requirement()}, a.Note)
			c.bin = filepath.Dir(python)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			c.problem = oneLine("not installed: " + err.Error())
		}
		a.ready = append(a.ready, c)
	}
	return nil
}

// Compare measures all tools on one repository: a full index of a copy, and one after one file got a line more. The tools
// take turns.
func (a *Arena) Compare(ctx context.Context, corpus, root, edited string) ([]Comparison, error) {
	full, changed := a.empty(corpus, Full), a.empty(corpus, OneLine)
	for round := range a.Rounds {
		a.Note("%s, round %d of %d", corpus, round+1, a.Rounds)
		first, second, err := a.ours(ctx, corpus, root, edited)
		if err != nil {
			return nil, err
		}
		full.Results[0].CPU = append(full.Results[0].CPU, first)
		changed.Results[0].CPU = append(changed.Results[0].CPU, second)
		for i, c := range a.ready {
			if err := a.round(ctx, c, root, edited, &full.Results[i+1], &changed.Results[i+1]); err != nil {
				return nil, err
			}
		}
	}
	return []Comparison{full, changed}, nil
}

func (a *Arena) empty(corpus, kind string) Comparison {
	c := Comparison{Corpus: corpus, Kind: kind, Results: []PeerResult{{Tool: Ours}}}
	for _, contender := range a.ready {
		c.Results = append(c.Results, PeerResult{Tool: contender.Name + " " + contender.Version, Problem: contender.problem})
	}
	return c
}

// ours loads a repository into a project that is new, without cached facts, and again after an edit.
func (a *Arena) ours(ctx context.Context, corpus, root, edited string) (full, changed time.Duration, err error) {
	const project = "bench-peers"
	if err := a.Delete(ctx, project); err != nil {
		return 0, 0, err
	}
	home, err := os.MkdirTemp("", "assay-bench-home-")
	if err != nil {
		return 0, 0, fmt.Errorf("make a data directory for the loads: %w", err)
	}
	defer func() { _ = os.RemoveAll(home) }() // a leftover costs space and nothing else
	loader := a.Loader
	loader.Home = home
	loads, err := loader.Repository(ctx, corpus, root, project, edited, Full, OneLine)
	if err != nil {
		return 0, 0, err
	}
	return loads[0].CPU(), loads[1].CPU(), nil
}

// round lets one peer index once; what fails is told in the results.
func (a *Arena) round(ctx context.Context, c contender, root, edited string, full, changed *PeerResult) error {
	if c.problem != "" || len(full.CPU) > 0 && (full.Problem != "" || full.CPU[0] > slowPeer) {
		return nil
	}
	work, err := os.MkdirTemp("", "assay-bench-peer-")
	if err != nil {
		return fmt.Errorf("make a folder for %s: %w", c.Name, err)
	}
	defer func() { _ = os.RemoveAll(work) }() // a leftover costs space and nothing else
	repo := filepath.Join(work, "repo")
	if err := os.CopyFS(repo, os.DirFS(root)); err != nil {
		return fmt.Errorf("copy for %s: %w", c.Name, err)
	}
	c.run(ctx, c.Full, work, full)
	if full.Problem != "" {
		changed.Problem = "its full index failed"
		return ctx.Err()
	}
	if err := edit(filepath.Join(repo, edited)); err != nil {
		return err
	}
	c.run(ctx, c.Changed, work, changed)
	return ctx.Err()
}

// run runs a program of a peer to its end and keeps the processor time of its whole tree of processes.
func (c contender) run(ctx context.Context, arguments []string, work string, result *PeerResult) {
	ctx, cancel := context.WithTimeout(ctx, peerTime)
	defer cancel()
	store := filepath.Join(work, "store")
	_ = os.MkdirAll(store, 0o755) // the program tells when it is missing
	place := strings.NewReplacer("{bin}", c.bin, "{repo}", filepath.Join(work, "repo"), "{store}", store)
	placed := make([]string, len(arguments))
	for i, argument := range arguments {
		placed[i] = place.Replace(argument)
	}
	command := pyenv.Command(ctx, work, placed[0], placed[1:]...)
	command.Env = append(command.Env, "HOME="+store, "COLUMNS=120", "PATH="+c.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	err := command.Run()
	if command.ProcessState != nil {
		// what the kernel counts of children includes theirs, once they were waited for; what is left is added
		left := endGroup(command.Process.Pid)
		result.CPU = append(result.CPU, command.ProcessState.UserTime()+command.ProcessState.SystemTime()+left)
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		result.Problem = fmt.Sprintf("stopped after %s", peerTime)
	case err != nil:
		result.Problem = oneLine(fmt.Sprintf("failed (%s): %s", err, pyenv.LastLines(output.Bytes(), shown)))
	case c.Empty != nil && c.Empty.Match(output.Bytes()):
		result.Problem = "ended well and stored no function; its grammars come from the network"
	}
}

// endGroup ends processes that a peer left running and gives what they took.
func endGroup(group int) (took time.Duration) {
	processes, _ := filepath.Glob("/proc/[0-9]*") // the pattern is well-formed
	for _, process := range processes {
		var pid int
		if _, err := fmt.Sscanf(filepath.Base(process), "%d", &pid); err != nil {
			continue
		}
		if of, err := syscall.Getpgid(pid); err != nil || of != group {
			continue
		}
		used, _ := processTime(pid) // 0 when it has just ended
		took += used
		_ = syscall.Kill(pid, syscall.SIGKILL) // a process of ours
	}
	return took
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
