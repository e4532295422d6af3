//go:build cgo

package python

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"assay/ingest/lang"
	"assay/internal/graph"
)

var update = flag.Bool("update", false, "write the edges that resolution gives into the want sections of testdata/resolve")

// TestResolve reads repositories in txtar form. The section "want" lists edges as
//
//	FROM -TYPE-> TO [evidence dispatch; reason] @1 2
//
// where ends are written as path::qualified.name for symbols, path for files, name:NAME and external:NAME. What stands in
// brackets, and the lines behind "@", are compared only when they are there. A line "!FROM -TYPE-> TO" forbids an edge; "*" stands for any text in it. A
// line "none FROM -TYPE->" forbids every edge of that type that the section does not list. "-update" rewrites the lines
// that are neither forbidden nor comments for the types that occur in them.
func TestResolve(t *testing.T) {
	files, err := filepath.Glob("testdata/resolve/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { checkArchive(t, file) })
	}
}

func checkArchive(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := edgeLines(Python{}.Resolve(repositoryOf(t, archive)))
	want := &archive.Files[slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })]
	if *update {
		want.Data = []byte(rewrite(string(want.Data), got))
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	checkLines(t, string(want.Data), got)
}

// repositoryOf extracts the files of an archive. "\r" at the end of a line that a file's comment asks for is not
// expressible in txtar: tests of bytes stand in extract_test.go.
func repositoryOf(t *testing.T, archive *txtar.Archive) lang.Repository {
	t.Helper()
	repository := lang.Repository{Config: map[string]string{}}
	for _, f := range archive.Files {
		switch {
		case (Python{}).Claims(f.Name):
			facts, err := Python{}.Extract(f.Data)
			if err != nil {
				t.Fatal(err)
			}
			repository.Files = append(repository.Files, lang.File{Path: f.Name, Role: roleOf(f.Name), Facts: facts})
		case f.Name != "want":
			repository.Config[f.Name] = string(f.Data)
		}
	}
	slices.SortFunc(repository.Files, func(a, b lang.File) int { return strings.Compare(a.Path, b.Path) })
	return repository
}

func roleOf(p string) graph.Role {
	base := path.Base(p)
	if strings.HasPrefix(p, "tests/") || strings.Contains(p, "/tests/") || strings.HasPrefix(base, "test_") || base == "conftest.py" {
		return graph.RoleTest
	}
	return graph.RoleSource
}

// line is one edge in the notation of the want section.
type line struct{ ends, note, lines string }

func edgeLines(g *graph.Graph) []line {
	ids := map[string]string{}
	for _, s := range g.Symbols {
		ids[s.ID] = strings.TrimSuffix(strings.Replace(s.ID, "#class", "", 1), "#variable")
	}
	for _, n := range g.Names {
		ids[graph.NameID(n.Name)] = "name:" + n.Name
	}
	for _, x := range g.Externals {
		ids[graph.ExternalID(x.Ecosystem, x.QualifiedName)] = "external:" + x.QualifiedName
	}
	for _, p := range g.Packages {
		ids[graph.PackageID(p.Name)] = "package:" + p.Name
	}
	text := func(id string) string {
		if known, ok := ids[id]; ok {
			return known
		}
		return id
	}
	var lines []line
	for _, e := range g.Edges {
		note := string(e.Evidence)
		if e.Type == graph.EdgeMayCall {
			note = e.Reason
		} else if e.Dispatch != "" && e.Dispatch != "direct" {
			note += " " + e.Dispatch
		}
		lines = append(lines, line{fmt.Sprintf("%s -%s-> %s", text(e.From), e.Type, text(e.To)), note, strings.Trim(fmt.Sprint(e.Lines), "[]")})
	}
	slices.SortFunc(lines, func(a, b line) int { return strings.Compare(a.ends+a.note, b.ends+b.note) })
	return lines
}

func checkLines(t *testing.T, want string, got []line) {
	t.Helper()
	for _, text := range strings.Split(want, "\n") {
		text = strings.TrimSpace(text)
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
		case strings.HasPrefix(text, "!"):
			pattern := strings.TrimSpace(text[1:])
			for _, g := range got {
				if ok, _ := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(g.ends, "/", "\x00")); ok {
					t.Errorf("forbidden edge: %s [%s]", g.ends, g.note)
				}
			}
		case strings.HasPrefix(text, "none "):
			checkNone(t, strings.TrimPrefix(text, "none "), want, got)
		default:
			checkWanted(t, text, got)
		}
	}
}

func checkWanted(t *testing.T, text string, got []line) {
	t.Helper()
	text, lines, placed := strings.Cut(text, " @")
	ends, note, noted := strings.Cut(strings.TrimSuffix(text, "]"), " [")
	var notes []string
	for _, g := range got {
		if g.ends != ends {
			continue
		}
		notes = append(notes, g.note)
		if placed && (!noted || g.note == note) && g.lines != lines {
			t.Errorf("edge %s [%s] has the lines %s, want %s", ends, g.note, g.lines, lines)
		}
	}
	switch {
	case len(notes) == 0:
		t.Errorf("missing edge: %s\nedges from there: %v", ends, from(ends, got))
	case noted && !slices.Contains(notes, note):
		t.Errorf("edge %s: %s", ends, cmp.Diff([]string{note}, notes))
	}
}

func checkNone(t *testing.T, prefix, want string, got []line) {
	t.Helper()
	for _, g := range got {
		if strings.HasPrefix(g.ends, prefix) && !strings.Contains(want, g.ends) {
			t.Errorf("edge that is not listed: %s [%s]", g.ends, g.note)
		}
	}
}

func from(ends string, got []line) []string {
	source, _, _ := strings.Cut(ends, " -")
	var list []string
	for _, g := range got {
		if strings.HasPrefix(g.ends, source+" -") && !strings.Contains(g.ends, " -DEFINES-> ") {
			list = append(list, g.ends+" ["+g.note+"]")
		}
	}
	return list
}

// rewrite keeps comments and forbidden lines and lists the edges of the types that the section names.
func rewrite(want string, got []line) string {
	var kept, listed []string
	types := map[string]bool{}
	for _, text := range strings.Split(strings.TrimSpace(want), "\n") {
		if text == "" || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "!") || strings.HasPrefix(text, "none ") {
			kept = append(kept, text)
			continue
		}
		if _, rest, found := strings.Cut(text, " -"); found {
			kind, _, _ := strings.Cut(rest, "->")
			types[kind] = true
		}
	}
	for _, g := range got {
		_, rest, _ := strings.Cut(g.ends, " -")
		if kind, _, _ := strings.Cut(rest, "->"); types[kind] {
			text := g.ends + " [" + g.note + "]"
			if strings.Contains(want, g.ends+" ["+g.note+"] @") {
				text += " @" + g.lines
			}
			listed = append(listed, text)
		}
	}
	return strings.Join(append(listed, kept...), "\n") + "\n"
}
