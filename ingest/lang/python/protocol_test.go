//go:build cgo

package python

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"assay/ingest/lang"
	"assay/internal/graph"
	"assay/internal/pythontest"
)

// TestProtocol runs a program under the real Python and compares which special methods ran, from which lines, with the
// edges: every call that ran is one, and every exact one ran. Calls out of the methods themselves and those that the test
// does by hand are left out.
func TestProtocol(t *testing.T) {
	ran := map[string]bool{}
	output := pythontest.Shared(t).Run(t, "testdata/protocol", nil, "oracle.py")
	for _, call := range strings.Split(strings.TrimSpace(string(output)), "\n") {
		ran[call] = true
	}
	source, err := os.ReadFile("testdata/protocol/use.py")
	if err != nil {
		t.Fatal(err)
	}
	facts, err := Python{}.Extract(source)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]graph.Evidence{}
	resolved := Python{}.Resolve(lang.Repository{Files: []lang.File{{Path: "use.py", Role: graph.RoleSource, Facts: facts}}})
	for _, e := range resolved.Edges {
		for _, line := range e.Lines {
			if e.Type == graph.EdgeCalls {
				known[fmt.Sprintf("%s %s %d", strings.TrimSuffix(after(e.From), "#class"), after(e.To), line)] = e.Evidence
			}
		}
	}
	for call := range ran {
		if known[call] == "" && !strings.HasPrefix(call, "main ") {
			t.Errorf("ran and is no edge: %s", call)
		}
	}
	for call, evidence := range known {
		if callee := path.Ext(strings.Fields(call)[1]); strings.HasPrefix(callee, ".__") && evidence == graph.Exact && !ran[call] {
			t.Errorf("is exact and did not run: %s", call)
		}
	}
	if len(ran) < 100 {
		t.Errorf("only %d calls ran", len(ran))
	}
}

// after is the qualified name in an identifier.
func after(id string) string {
	_, name, _ := strings.Cut(id, "::")
	return name
}
