package load

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"

	"github.com/cespare/xxhash/v2"

	"assay/internal/graph"
	"assay/internal/terms"
)

// sink takes the properties of a row one by one, always in the same order. There are two: a hash, which makes the
// row's fingerprint, and a list, which is what a statement gets as one element of $rows. One listing of the properties
// serves both, so that no property can be written without being compared.
//
// Empty texts, empty lists and absent numbers (0 in number) are not stored: they become null.
type sink interface {
	text(string)
	count(int)  // a number that is always stored
	number(int) // a number that is absent when 0
	truth(bool)
	flag(bool) // a truth that is absent when false
	texts([]string)
	numbers([]int)
	bytes([]byte)
	// terms are two texts made of properties that the row has beside them, and of what is given.
	terms(given string, made func() (name, text string))
}

// list collects values in the order of the statement's r[0], r[1], ...
type list []any

func (l *list) text(v string) {
	if v == "" {
		*l = append(*l, nil)
		return
	}
	*l = append(*l, v)
}

func (l *list) count(v int) { *l = append(*l, int64(v)) }

func (l *list) number(v int) {
	if v == 0 {
		*l = append(*l, nil)
		return
	}
	*l = append(*l, int64(v))
}

func (l *list) truth(v bool) { *l = append(*l, v) }

func (l *list) flag(v bool) {
	if !v {
		*l = append(*l, nil)
		return
	}
	*l = append(*l, v)
}

func (l *list) texts(v []string) {
	if len(v) == 0 {
		*l = append(*l, nil)
		return
	}
	*l = append(*l, v)
}

func (l *list) numbers(v []int) {
	if len(v) == 0 {
		*l = append(*l, nil)
		return
	}
	*l = append(*l, v)
}

func (l *list) bytes(v []byte) {
	if len(v) == 0 {
		*l = append(*l, nil)
		return
	}
	*l = append(*l, v)
}

func (l *list) terms(_ string, made func() (name, text string)) {
	name, text := made()
	l.text(name)
	l.text(text)
}

// encodingVersion takes part in every fingerprint: it changes whenever a property means something else than before.
const encodingVersion = "2"

// hash is the sink that makes fingerprints. Each value is preceded by its length, so that no two rows write the same
// bytes.
type hash struct{ xxhash.Digest }

func (h *hash) begin(label string) {
	h.Reset()
	h.text(encodingVersion)
	h.text(label)
}

func (h *hash) sum() int64 { return int64(h.Sum64()) }

func (h *hash) count(v int) {
	var buffer [8]byte
	binary.LittleEndian.PutUint64(buffer[:], uint64(v))
	_, _ = h.Write(buffer[:]) // a hash never fails
}

func (h *hash) number(v int) { h.count(v) }

func (h *hash) truth(v bool) {
	if v {
		h.count(1)
		return
	}
	h.count(0)
}

func (h *hash) flag(v bool) { h.truth(v) }

func (h *hash) text(v string) {
	h.count(len(v))
	_, _ = h.WriteString(v)
}

// bytes takes only whether there are any: the text of a file is settled by the hash that stands beside it, and the
// same text may be compressed in several ways.
func (h *hash) bytes(v []byte) { h.truth(len(v) > 0) }

// terms takes only what is given: the rest follows from properties that are hashed themselves, and comparing a repository
// must not cost what writing it does.
func (h *hash) terms(given string, _ func() (name, text string)) { h.text(given) }

func (h *hash) texts(v []string) {
	h.count(len(v))
	for _, s := range v {
		h.text(s)
	}
}

func (h *hash) numbers(v []int) {
	h.count(len(v))
	for _, n := range v {
		h.count(n)
	}
}

// maxIndexed is the length in bytes beyond which a text that stands in an index is shortened: the database refuses keys
// of about 8,100 bytes, and with the key the whole transaction.
const maxIndexed = 4000

// indexed gives a text as it may stand in an index; a longer one keeps its beginning and is told apart by its hash.
func indexed(v string) string {
	if len(v) <= maxIndexed {
		return v
	}
	sum := sha256.Sum256([]byte(v))
	return strings.ToValidUTF8(v[:maxIndexed], "") + "…" + hex.EncodeToString(sum[:])
}

// The properties of each row, in the order of the columns of its statements behind r[2]: write/files_create.cypher and
// write/files_update.cypher, and so on.

func writeFile(s sink, f *graph.File) {
	s.text(f.Path)
	s.text(f.Language)
	s.text(f.SHA256)
	s.count(f.Lines)
	s.count(int(f.Bytes))
	s.text(string(f.Role))
	s.text(string(f.Status))
	s.text(f.Reason)
	s.texts(f.Diagnostics)
	s.bytes(f.TextGZ)
	s.terms("", func() (string, string) { return terms.File(f) })
}

func writePackage(s sink, p *graph.Package) {
	s.text(p.Name)
	s.text(p.Path)
}

func writeSymbol(s sink, y *graph.Symbol) {
	s.text(y.Path)
	s.text(indexed(y.Name))
	s.text(indexed(y.QualifiedName))
	s.text(string(y.Kind))
	s.text(string(y.Role))
	s.text(y.Language)
	s.text(y.Signature)
	s.text(y.Doc)
	s.count(y.StartLine)
	s.count(y.EndLine)
	s.count(y.NameLine)
	s.truth(y.Exported)
	s.texts(y.Annotations)
	s.terms(y.SearchText, func() (string, string) { return terms.Symbol(y) })
	fixture := y.Fixture
	if fixture == nil {
		fixture = &graph.FixtureInfo{}
	}
	s.text(fixture.Name)
	s.text(fixture.Scope)
	s.flag(fixture.Autouse)
}

func writeTest(s sink, t *graph.Test) {
	s.text(indexed(t.RunnerID))
	s.text(t.Path)
	s.text(t.Name)
	s.text(t.Framework)
	s.count(t.Line)
}

func writeExternal(s sink, e *graph.External) {
	s.text(e.Ecosystem)
	s.text(e.Package)
	s.text(e.QualifiedName)
	s.text(lastSegment(e.QualifiedName))
}

func lastSegment(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' || name[i] == '/' {
			return name[i+1:]
		}
	}
	return name
}

// writeEdge leaves out Run: a run of tests that observes the same again does not make another edge.
func writeEdge(s sink, e *graph.Edge) {
	s.text(string(e.Evidence))
	s.text(e.How)
	s.numbers(e.Lines)
	s.number(e.Candidates)
	s.text(e.Dispatch)
	s.text(e.Reason)
	s.text(e.Alias)
	s.number(int(e.Phases))
}
