package queries_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite docs/replies.md")

// shape is a type of a reply as its source describes it.
type shape struct {
	name, doc string
	fields    [][3]string // name, type, meaning
	embeds    []string
}

// firstShapes are described first, in this order: what stands in every reply, then a question after the other.
var firstShapes = []string{
	"Envelope", "Index", "Symbol", "Item", "Site", "Unresolved", "UnresolvedSite", "Impact", "TestItem", "TestRef", "SymbolDetail", "Source",
	"SearchReply", "SearchHit", "Match", "Context", "Section", "Excerpt", "FixtureUse", "Bundle", "Answer", "AnswerContract", "Statement", "AnswerEvidence", "Citation",
	"Fallback", "Call", "Provenance",
}

// TestRepliesDocument holds docs/replies.md against the types of the replies and their comments.
func TestRepliesDocument(t *testing.T) {
	const path = "../docs/replies.md"
	head, err := os.ReadFile("testdata/replies_head.md")
	if err != nil {
		t.Fatal(err)
	}
	want := string(head) + document(shapes(t))
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil { //nolint:gosec // a document
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("docs/replies.md is not what the types say; run go test ./queries -run TestRepliesDocument -update: %s", d)
	}
}

// shapes reads every exported type of this package that is written as JSON.
func shapes(t *testing.T) []shape {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []shape
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if group, ok := n.(*ast.GenDecl); ok {
				all = append(all, shapesIn(group)...)
			}
			return true
		})
	}
	slices.SortFunc(all, func(a, b shape) int {
		if x, y := rank(a.name), rank(b.name); x != y {
			return x - y
		}
		return strings.Compare(a.name, b.name)
	})
	return all
}

// shapesIn gives the types of a declaration that are written as JSON.
func shapesIn(group *ast.GenDecl) []shape {
	var all []shape
	for _, spec := range group.Specs {
		one, ok := spec.(*ast.TypeSpec)
		if !ok || !one.Name.IsExported() {
			continue
		}
		fields, ok := one.Type.(*ast.StructType)
		if !ok {
			continue
		}
		if s := shapeOf(one.Name.Name, group.Doc.Text(), fields); len(s.fields) > 0 {
			all = append(all, s)
		}
	}
	return all
}

func rank(name string) int {
	if at := slices.Index(firstShapes, name); at >= 0 {
		return at
	}
	return len(firstShapes)
}

func shapeOf(name, about string, fields *ast.StructType) shape {
	s := shape{name: name, doc: sentence(about)}
	for _, f := range fields.Fields.List {
		if len(f.Names) == 0 {
			s.embeds = append(s.embeds, types.ExprString(f.Type))
			continue
		}
		if f.Tag == nil {
			continue
		}
		key, options, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
		if key == "" || key == "-" {
			continue
		}
		meaning := sentence(f.Doc.Text() + " " + f.Comment.Text())
		if strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero") {
			meaning = strings.TrimSpace(meaning + " *May be absent.*")
		}
		s.fields = append(s.fields, [3]string{key, types.ExprString(f.Type), meaning})
	}
	return s
}

// sentence is a comment in one line.
func sentence(text string) string {
	parsed := new(comment.Parser).Parse(text)
	return strings.Join(strings.Fields(strings.ReplaceAll(string(new(comment.Printer).Text(parsed)), "|", `\|`)), " ")
}

func document(all []shape) string {
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n", s.name, s.doc)
		if len(s.embeds) > 0 {
			fmt.Fprintf(&b, "\nIt has the fields of %s as well.\n", strings.Join(s.embeds, ", "))
		}
		b.WriteString("\n| field | type | meaning |\n|---|---|---|\n")
		for _, f := range s.fields {
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", f[0], f[1], f[2])
		}
	}
	return b.String()
}
