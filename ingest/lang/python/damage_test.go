//go:build cgo

package python

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"assay/ingest/facts"
	"assay/ingest/lang"
	"assay/internal/graph"
)

// TestDamaged holds that no damage to a file stops extraction or resolution: every file of the test data is cut,
// spliced and sprinkled with signs, and what comes out can be cached and resolved.
func TestDamaged(t *testing.T) {
	files, err := filepath.Glob("testdata/resolve/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	var sources [][]byte
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, source)
	}
	for range 400 {
		var repository lang.Repository
		for i, name := range []string{"a.py", "b/__init__.py", "test_c.py"} {
			source := damage(random, sources[random.IntN(len(sources))], sources[random.IntN(len(sources))])
			repository.Files = append(repository.Files, lang.File{Path: name, Role: []graph.Role{"source", "source", "test"}[i], Facts: damaged(t, source)})
		}
		Python{}.Resolve(repository)
	}
}

func damaged(t *testing.T, source []byte) *facts.File {
	t.Helper()
	defer func() {
		if fault := recover(); fault != nil {
			t.Fatalf("%v\n%q", fault, source)
		}
	}()
	f, err := Python{}.Extract(source)
	if err != nil {
		t.Fatalf("%v\n%q", err, source)
	}
	packed, err := cbor.Marshal(f)
	if err != nil {
		t.Fatalf("%v\n%q", err, source)
	}
	out := new(facts.File)
	if err := cbor.Unmarshal(packed, out); err != nil {
		t.Fatalf("%v\n%q", err, source)
	}
	return out
}

// signs are what damage is done with.
var signs = []string{
	"(", ")", "[", "]", "{", "}", ":", ",", ".", "=", "@", "*", "**", "\"\"\"", "'", "\\", "\n", "\n    ", "\t", "#", "def ", "class ",
	"lambda ", "async ", "await ", "yield ", "import ", "from ", "global x\n", "nonlocal x\n", "match x:\n", "case ", "with ", "as ",
	"for ", "in ", "if ", "else:", "try:", "except ", "f'{", "x := ", "del ", "->", "type X = ", "print ", "exec ", "\x00", "\r", "\xff", "é", "\ufeff",
}

func damage(random *rand.Rand, source, other []byte) []byte {
	out := bytes.Clone(source)
	for range 1 + random.IntN(8) {
		if len(out) < 2 {
			return out
		}
		at := random.IntN(len(out))
		switch random.IntN(5) {
		case 0:
			out = out[:at]
		case 1:
			end := min(at+random.IntN(40), len(out))
			out = append(out[:at:at], out[end:]...)
		case 2:
			from := random.IntN(len(other))
			piece := other[from:min(from+random.IntN(200), len(other))]
			out = append(out[:at:at], append(bytes.Clone(piece), out[at:]...)...)
		default:
			out = append(out[:at:at], append([]byte(signs[random.IntN(len(signs))]), out[at:]...)...)
		}
	}
	return out
}

// TestLongChains holds that long chains of aliases and base classes end in an answer.
func TestLongChains(t *testing.T) {
	const n = 20_000
	var aliases, classes, nested bytes.Buffer
	aliases.WriteString("def f0(): pass\n")
	classes.WriteString("class C0: pass\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&aliases, "f%d = f%d\n", i, i-1)
		fmt.Fprintf(&classes, "class C%d(C%d): pass\n", i, i-1)
		nested.WriteString("a.b(")
	}
	fmt.Fprintf(&aliases, "f%d()\n", n-1)
	fmt.Fprintf(&classes, "class D(C%d):\n    def m(self): return self.n()\n", n-1)
	for _, source := range [][]byte{aliases.Bytes(), classes.Bytes(), nested.Bytes()} {
		g := Python{}.Resolve(lang.Repository{Files: []lang.File{{Path: "a.py", Facts: damaged(t, source)}}})
		if len(g.Symbols) == 0 {
			t.Error("no symbols")
		}
	}
}
