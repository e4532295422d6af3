package layering_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Limits in lines, from the signature to the closing brace and for a whole file; tests are free.
const (
	maxFunction = 60
	maxFile     = 500
)

const root = "../.."

func TestSizes(t *testing.T) {
	checked := 0
	walk(t, func(path string, text []byte) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		checked++
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%v", err)
			return
		}
		if ast.IsGenerated(file) {
			return
		}
		if lines := bytes.Count(text, []byte("\n")); lines > maxFile {
			t.Errorf("%s has %d lines, the limit is %d", path, lines, maxFile)
		}
		for _, declaration := range file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			first, last := files.Position(function.Pos()), files.Position(function.End())
			if lines := last.Line - first.Line + 1; lines > maxFunction {
				t.Errorf("%s: %s has %d lines, the limit is %d", first, function.Name.Name, lines, maxFunction)
			}
		}
	})
	if checked == 0 {
		t.Fatal("no Go files found")
	}
}

// TestNoMachineNames finds what belongs to one machine or one network: absolute paths into somebody's folders and
// settings that point package managers at a registry of their own.
func TestNoMachineNames(t *testing.T) {
	patterns := []*regexp.Regexp{
		regexp.MustCompile(`(?m)(?:^|[\s"'` + "`" + `=:(])/(?:root|work|Users)/\S*`),
		regexp.MustCompile(`(?m)(?:^|[\s"'` + "`" + `=:(])/home/(?:[a-z0-9_-]*[0-9]|ubuntu|runner|admin)\S*`),
		regexp.MustCompile(`(?i)(?:extra-)?index-url|trusted-host|GOPROXY\s*=\s*"?https?:|<mirror>|npm_config_registry`),
		regexp.MustCompile(`https?://(?:10|172|192)\.\d+\.\d+\.\d+`),
		regexp.MustCompile(`https?://[a-z0-9.-]*(?:artifactory|nexus|\.internal\b|\.corp\b|\.lan\b)`),
	}
	walk(t, func(path string, text []byte) {
		if strings.HasPrefix(path, "internal/layering/") || bytes.IndexByte(text, 0) >= 0 {
			return
		}
		for _, pattern := range patterns {
			if found := pattern.Find(text); found != nil {
				t.Errorf("%s names %q", path, found)
			}
		}
	})
}

// walk hands every file of the tree over, but for what git and the tools keep for themselves.
func walk(t *testing.T, visit func(path string, text []byte)) {
	t.Helper()
	skipped := []string{".git", ".venv", "bin", "__pycache__", ".pytest_cache", "node_modules"}
	tree := os.DirFS(root)
	err := fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(skipped, entry.Name()):
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return err
		}
		visit(path, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
