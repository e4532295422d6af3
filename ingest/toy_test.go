package ingest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/ingest"
	"assay/ingest/facts"
	"assay/ingest/lang"
	"assay/ingest/lang/python"
	"assay/ingest/parse/parsetest"
	"assay/internal/graph"
)

// toy is a language of one statement a line: "def NAME", "call NAME", "syntax" (a fault), "kill" and "hang" (of the
// worker), "once MARK" (kills the worker that comes first). It calls by bare name over all files: enough to see that
// facts, words and configuration arrive.
type toy struct {
	claimed func(path string) // told of each path, when it is walked
	spoil   func(*graph.Graph)
	seen    func(lang.Repository)
}

func (toy) Name() string    { return "toy" }
func (toy) Version() string { return "1" }

func (t toy) Claims(path string) bool {
	if t.claimed != nil {
		t.claimed(path)
	}
	return strings.HasSuffix(path, ".toy")
}

func (toy) Extract(source []byte) (*facts.File, error) {
	file := &facts.File{Names: []string{""}}
	for line := range strings.Lines(string(source)) {
		file.Lines++
		verb, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch verb {
		case "def":
			file.Names = append(file.Names, name)
			file.Definitions = append(file.Definitions, facts.Definition{
				Name: facts.Name(len(file.Names) - 1), Start: int32(file.Lines), NameLine: int32(file.Lines), End: int32(file.Lines),
			})
		case "call":
			file.Names = append(file.Names, name)
			file.Lost = append(file.Lost, facts.Lost{Name: facts.Name(len(file.Names) - 1), Line: int32(file.Lines)})
		case "syntax":
			file.Partial = "syntax error"
			file.Diagnostics = append(file.Diagnostics, facts.Diagnostic{Line: file.Lines, Message: "that is no toy"})
		case "refuse":
			return nil, fmt.Errorf("not a toy")
		case "hang":
			time.Sleep(time.Hour)
		case "kill":
			die()
		case "once":
			if _, err := os.Stat(name); err != nil {
				_ = os.WriteFile(name, nil, 0o600)
				die()
			}
		}
	}
	return file, nil
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

func (t toy) Resolve(repository lang.Repository) *graph.Graph {
	if t.seen != nil {
		t.seen(repository)
	}
	g := &graph.Graph{}
	names := map[string]string{}
	for _, f := range repository.Files {
		if f.Facts == nil {
			continue
		}
		for _, d := range f.Facts.Definitions {
			name := f.Facts.Text(d.Name)
			names[name] = graph.SymbolID(f.Path, name, graph.KindFunction, 1)
			g.Symbols = append(g.Symbols, graph.Symbol{
				ID: names[name], Path: f.Path, Name: name, QualifiedName: name, Kind: graph.KindFunction,
				Role: f.Role, StartLine: int(d.Start), EndLine: int(d.End),
			})
		}
	}
	for _, f := range repository.Files {
		if f.Facts == nil {
			continue
		}
		for _, l := range f.Facts.Lost {
			g.Edges = append(g.Edges, graph.Edge{
				From: f.Path, To: names[f.Facts.Text(l.Name)], Type: graph.EdgeReferences, Evidence: graph.Exact, Lines: []int{int(l.Line)},
			})
		}
	}
	if t.spoil != nil {
		t.spoil(g)
	}
	return g
}

func TestMain(m *testing.M) { parsetest.Main(m, toy{}, python.Python{}) }

// options are those of a load of the toy language.
func options(root string) ingest.Options {
	return ingest.Options{Root: root, Project: "p", Worker: parsetest.Command(), Languages: []lang.Language{toy{}, python.Python{}}}
}

func build(t *testing.T, o ingest.Options) *ingest.Built {
	t.Helper()
	built, err := ingest.Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// repository makes a folder with the files of the map.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "repository")
	for name, text := range files {
		write(t, root, name, text)
	}
	return root
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	full := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// reasons gives what a report says of skipped files.
func reasons(report *ingest.Report) map[string]string {
	m := map[string]string{}
	for _, s := range report.Skipped {
		m[s.Path] = s.Reason
		if s.Partial {
			m[s.Path] = fmt.Sprintf("partial, line %d: %s", s.Line, s.Reason)
		}
	}
	return m
}

func rows(g *graph.Graph) map[string]graph.File {
	m := map[string]graph.File{}
	for _, f := range g.Files {
		m[f.Path] = f
	}
	return m
}
