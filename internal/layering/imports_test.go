package layering_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "assay/"

// layer is a folder of packages with the folders of this module that they may import, themselves included.
type layer struct {
	folder string
	may    []string
}

// layers is the table of ARCHITECTURE.md; the longest folder that holds a package decides.
var layers = []layer{
	{"internal", []string{"internal"}},
	{"internal/neo4jtest", []string{"internal", "deploy/neo4j"}},
	{"deploy/neo4j", []string{"internal", "deploy/neo4j"}},
	{"examples", nil},
	{"cypher", []string{"internal", "cypher"}},
	{"ingest", []string{"internal", "cypher", "ingest"}},
	{"queries", []string{"internal", "cypher", "queries"}},
	{"httpapi", []string{"internal", "queries", "ingest", "httpapi"}},
	{"cmd", []string{"internal", "cypher", "ingest", "queries", "httpapi", "deploy", "examples", "cmd"}},
}

// languages holds one folder a language: none imports another.
const languages = "ingest/lang/"

// owners are the only folders that may import a module: what is behind it stays behind one door.
var owners = map[string][]string{
	"github.com/neo4j/neo4j-go-driver":  {"cypher"},
	"github.com/smacker/go-tree-sitter": {"ingest/lang"},
	"github.com/tree-sitter":            {"ingest/lang"},
	"github.com/go-chi/chi":             {"httpapi"},
	"github.com/danielgtaylor/huma":     {"httpapi"},
	"github.com/prometheus":             {"httpapi"},
	"github.com/modelcontextprotocol":   {"httpapi/mcp"},
	"github.com/spf13/cobra":            {"cmd"},
	"modernc.org/sqlite":                {"ingest/coverage"},
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestImports(t *testing.T) {
	packages := list(t)
	if len(packages) < len(layers) {
		t.Fatalf("go list gave %d packages", len(packages))
	}
	for _, p := range packages {
		folder := strings.TrimPrefix(p.ImportPath, module)
		rule, found := layerOf(folder)
		if !found {
			t.Errorf("%s stands in no layer: add its folder to the table", folder)
			continue
		}
		for _, imported := range p.Imports {
			if target, ours := strings.CutPrefix(imported, module); ours {
				checkOwn(t, rule, folder, target)
			}
			checkOwner(t, folder, imported)
		}
	}
}

func checkOwn(t *testing.T, rule layer, folder, target string) {
	t.Helper()
	if !slices.ContainsFunc(rule.may, func(allowed string) bool { return within(target, allowed) }) {
		t.Errorf("%s imports %s; packages of %s may import %v", folder, target, rule.folder, rule.may)
	}
	if mine, theirs := language(folder), language(target); mine != "" && theirs != "" && mine != theirs {
		t.Errorf("%s imports %s: a language never imports another", folder, target)
	}
}

func checkOwner(t *testing.T, folder, imported string) {
	t.Helper()
	for external, folders := range owners {
		allowed := slices.ContainsFunc(folders, func(owner string) bool { return within(folder, owner) })
		if within(imported, external) && !allowed {
			t.Errorf("%s imports %s, which only %v may", folder, imported, folders)
		}
	}
}

// layerOf finds the layer with the longest folder that holds a package.
func layerOf(folder string) (layer, bool) {
	var best layer
	for _, l := range layers {
		if within(folder, l.folder) && len(l.folder) > len(best.folder) {
			best = l
		}
	}
	return best, best.folder != ""
}

func language(folder string) string {
	rest, found := strings.CutPrefix(folder, languages)
	if !found {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	return name
}

func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

func list(t *testing.T) []goPackage {
	t.Helper()
	command := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	command.Dir = "../.."
	command.Stderr = t.Output()
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	decoder := json.NewDecoder(strings.NewReader(string(output)))
	for {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		packages = append(packages, p)
	}
}
