package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// maxID is the length in bytes beyond which an ID is shortened: Neo4j's range indexes refuse keys of about 8 kB, and
// long keys cost on every edge.
const (
	maxID     = 512
	keepBytes = 400
)

// SymbolID makes the identifier of a symbol: "path::qualified.name" for functions and modules, with "#class" or
// "#variable" behind it for the other kinds. ordinal is 1 for the first definition of that name and kind in the file
// and counts redefinitions; line numbers never take part.
func SymbolID(path, qualifiedName string, kind SymbolKind, ordinal int) string {
	var b strings.Builder
	b.Grow(len(path) + len(qualifiedName) + 16)
	b.WriteString(path)
	b.WriteString("::")
	b.WriteString(qualifiedName)
	if label := kind.Label(); label == LabelClass || label == LabelVariable {
		b.WriteByte('#')
		b.WriteString(strings.ToLower(string(label)))
	}
	if ordinal > 1 {
		b.WriteByte('~')
		b.WriteString(strconv.Itoa(ordinal))
	}
	return bound(b.String())
}

// TestID makes the identifier of a test from its file and the runner's own name for it.
func TestID(path, runnerID string) string {
	if !strings.HasPrefix(runnerID, path+"::") {
		runnerID = path + "::" + runnerID
	}
	return bound(runnerID + "#test")
}

// PackageID makes the identifier of a package.
func PackageID(name string) string { return bound(name + "#package") }

// NameID makes the identifier of an unresolved name.
func NameID(name string) string { return bound(name + "#name") }

// ExternalID makes the identifier of an external symbol.
func ExternalID(ecosystem, qualifiedName string) string {
	return bound(ecosystem + ":" + qualifiedName + "#external")
}

func bound(id string) string {
	if len(id) <= maxID {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return strings.ToValidUTF8(id[:keepBytes], "") + "…" + hex.EncodeToString(sum[:])
}
