package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"assay/ingest"
)

// memoryPace is how often the memory of a load is looked at.
const memoryPace = 100 * time.Millisecond

// Loader runs loads in processes of their own, as a user does.
type Loader struct {
	Binary      string   // assay
	Home        string   // data directory of the loads, empty at first: it holds the cached facts
	Environment []string // how to reach Neo4j
	DatabasePID int      // of Neo4j
}

// Warm loads a repository without measuring, so that the server has compiled what it runs and keeps its plans.
func (l Loader) Warm(ctx context.Context, root, project string) error {
	if _, err := l.run(ctx, root, project); err != nil {
		return fmt.Errorf("warm the server: %w", err)
	}
	return nil
}

// Kinds of loads.
const (
	Full    = "full"     // into an empty project without cached facts
	Again   = "again"    // of the same files
	OneLine = "one line" // after an edit
)

// Repository measures loads of these kinds, one after the other. It works on a copy of the repository, whose project must
// be new.
func (l Loader) Repository(ctx context.Context, corpus, root, project, edited string, kinds ...string) ([]Load, error) {
	work, err := os.MkdirTemp("", "assay-bench-")
	if err != nil {
		return nil, fmt.Errorf("copy %s: %w", corpus, err)
	}
	defer func() { _ = os.RemoveAll(work) }() // a leftover costs space and nothing else
	if err := os.CopyFS(work, os.DirFS(root)); err != nil {
		return nil, fmt.Errorf("copy %s: %w", corpus, err)
	}
	var loads []Load
	for _, kind := range kinds {
		if kind == OneLine {
			if err := edit(filepath.Join(work, edited)); err != nil {
				return nil, err
			}
		}
		load, err := l.run(ctx, work, project)
		if err != nil {
			return nil, fmt.Errorf("load %s (%s): %w", corpus, kind, err)
		}
		load.Corpus, load.Kind = corpus, kind
		loads = append(loads, load)
	}
	return loads, nil
}

// edit adds a line to a file.
func edit(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	if _, err := file.WriteString("\n\ndef added_line(): return 1\n"); err != nil {
		_ = file.Close() // the write's error says more
		return err
	}
	return file.Close()
}

func (l Loader) run(ctx context.Context, root, project string) (Load, error) {
	before, err := settle(ctx, l.DatabasePID)
	if err != nil {
		return Load{}, err
	}
	command := exec.CommandContext(ctx, l.Binary, "ingest", root, "--project", project, "--json")
	command.Env = append(append(os.Environ(), l.Environment...), "ASSAY_HOME="+l.Home)
	var output, messages bytes.Buffer
	command.Stdout, command.Stderr = &output, &messages
	start := time.Now()
	if err := command.Start(); err != nil {
		return Load{}, err
	}
	peak := watch(command.Process.Pid)
	err = command.Wait()
	load := Load{Wall: time.Since(start), RSS: peak()}
	if err != nil {
		return Load{}, fmt.Errorf("%w\n%s", err, messages.Bytes())
	}
	load.Service = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	after, err := settle(ctx, l.DatabasePID)
	if err != nil {
		return Load{}, err
	}
	load.Database = after - before
	return load, unmarshalReport(output.Bytes(), &load.Report)
}

func unmarshalReport(text []byte, report *ingest.Report) error {
	if err := json.Unmarshal(text, report); err != nil {
		return fmt.Errorf("read the report: %w", err)
	}
	return nil
}

// watch looks at the memory of a process until peak is called, which gives the highest sum seen.
func watch(pid int) (peak func() int64) {
	done, result := make(chan struct{}), make(chan int64)
	go func() {
		ticker := time.NewTicker(memoryPace)
		defer ticker.Stop()
		var highest int64
		for {
			select {
			case <-ticker.C:
				highest = max(highest, resident(pid))
			case <-done:
				result <- highest
				return
			}
		}
	}()
	return func() int64 {
		close(done)
		return <-result
	}
}
