package cypher

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/internal/neo4jtest"
)

func open(t *testing.T, address neo4jtest.Address) *Store {
	t.Helper()
	store, err := Open(t.Context(), Config{
		URI: address.URI, Username: address.Username, Password: address.Password, Database: address.Database,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close(context.Background()) })
	return store
}

// Every statement file is planned by a real server with parameters of the names that its header tells, and its header
// is whole.
func TestStatementsArePlanned(t *testing.T) {
	store := open(t, neo4jtest.Shared(t))
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	session := store.session(t.Context(), neo4j.AccessModeWrite)
	t.Cleanup(func() { _ = session.Close(context.Background()) })
	for statement, text := range store.texts {
		t.Run(string(statement), func(t *testing.T) {
			header := checkHeader(t, statement)
			checkParameters(t, header, text)
			checkVersions(t, text)
			result, err := session.Run(t.Context(), "EXPLAIN "+text, parametersOf(text))
			if err != nil {
				t.Fatal(err)
			}
			summary, err := result.Consume(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if kind := summary.StatementType(); strings.HasPrefix(string(statement), "read/") && kind != neo4j.StatementTypeReadOnly {
				t.Errorf("a statement of read/ is of type %v", kind)
			}
		})
	}
}

func checkHeader(t *testing.T, statement Statement) string {
	t.Helper()
	text, err := files.ReadFile(string(statement) + ".cypher")
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(text), "\n"+body(string(text)))
	at := -1
	for _, part := range []string{"// Purpose: ", "// Parameters: ", "// Columns: ", "// Bound: "} {
		next := strings.Index(header, part)
		if next <= at && !(at == -1 && next == 0) {
			t.Errorf("the header lacks %q, or has it out of order", part)
		}
		at = next
	}
	return header
}

var parameter = regexp.MustCompile(`\$([a-z_]+)`)

// checkParameters wants the same parameters in the header and in the statement.
func checkParameters(t *testing.T, header, text string) {
	t.Helper()
	for name := range parametersOf(text) {
		if !strings.Contains(header, "$"+name) {
			t.Errorf("the header does not tell of $%s", name)
		}
	}
	for name := range parametersOf(header) {
		if !strings.Contains(text, "$"+name) {
			t.Errorf("the header tells of $%s, which the statement does not use", name)
		}
	}
}

func parametersOf(text string) map[string]any {
	parameters := map[string]any{}
	for _, match := range parameter.FindAllStringSubmatch(text, -1) {
		parameters[match[1]] = nil
	}
	return parameters
}

// checkVersions wants the version read through two variables: a second read of one variable's property comes from the
// planner's cache and proves nothing.
func checkVersions(t *testing.T, text string) {
	t.Helper()
	if !strings.Contains(text, "version_after") {
		return
	}
	reads := regexp.MustCompile(`(\w+)\.version\s+AS\s+version_(before|after)`).FindAllStringSubmatch(text, -1)
	sources := map[string]string{}
	for _, read := range reads {
		sources[read[2]] = read[1]
	}
	if sources["before"] == "" || sources["after"] == "" || sources["before"] == sources["after"] {
		t.Errorf("version_before and version_after are not read through two variables: %v", sources)
	}
}

// Every statement file has one constant, every constant a file, and every constant is used somewhere.
func TestStatementsAreNamed(t *testing.T) {
	texts, err := load()
	if err != nil {
		t.Fatal(err)
	}
	constants := constantsOf(t, "names*.go")
	used := identifiersOf(t, "..")
	named := map[Statement]bool{}
	for name, statement := range constants {
		if _, ok := texts[statement]; !ok {
			t.Errorf("%s names %s.cypher, which does not exist", name, statement)
		}
		if named[statement] {
			t.Errorf("%s.cypher has two constants", statement)
		}
		named[statement] = true
		if !used[name] {
			t.Errorf("%s is used nowhere", name)
		}
	}
	for statement := range texts {
		if !named[statement] && !strings.HasPrefix(string(statement), "schema/") {
			t.Errorf("%s.cypher has no constant in a names file", statement)
		}
	}
}

func constantsOf(t *testing.T, pattern string) map[string]Statement {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	constants := map[string]Statement{}
	for _, name := range names {
		tree, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok {
				value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				constants[spec.Names[0].Name] = Statement(value)
			}
			return true
		})
	}
	return constants
}

// identifiersOf collects the identifiers of all Go files below a directory, the names files and tests left out.
func identifiersOf(t *testing.T, root string) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(entry.Name(), "names") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, word := range regexp.MustCompile(`\b(Read|Write)[A-Z]\w*`).FindAllString(string(text), -1) {
			used[word] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return used
}

func TestBodyLeavesTheHeaderOut(t *testing.T) {
	text := "// Purpose: x\n//   more\n\nMATCH (n) // in between\nRETURN n\n"
	if got, want := body(text), "MATCH (n) // in between\nRETURN n"; got != want {
		t.Errorf("body = %q, want %q", got, want)
	}
}

// No statement follows paths of any length.
func TestPathsAreBounded(t *testing.T) {
	texts, err := load()
	if err != nil {
		t.Fatal(err)
	}
	open := regexp.MustCompile(`\*(\.\.|\d+\.\.)?\s*\]`)
	for _, statement := range slices.Sorted(maps.Keys(texts)) {
		if found := open.FindString(texts[statement]); found != "" {
			t.Errorf("%s.cypher follows paths without a bound: %s", statement, found)
		}
	}
}
