//go:build cgo

package python

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/ingest/facts"
)

// faults tells every syntax error of the tree and keeps the identifiers inside as lost. Definitions inside an error are
// read all the same, see fault.
func (e *extractor) faults() {
	for i := int32(0); i < int32(len(e.nodes)); i++ {
		switch n := e.nodes[i]; {
		case n.kind == kindTypeParameter && e.hasTypeDefaults(i):
			i = n.next - 1 // no fault: the grammar is older than the syntax
		case n.kind == kindError:
			e.tellFault(i)
			i = n.next - 1
		case n.kind == kindModule || n.kind == kindBlock:
			e.checkSeparated(i)
		}
	}
}

// checkSeparated tells statements that nothing separates, as in "1syntax_error": the parser puts a line end between them
// that the tree does not show.
func (e *extractor) checkSeparated(block int32) {
	first := block + 1
	for c := first; c < e.nodes[block].next; c = e.nodes[c].next {
		before := bytes.TrimRight(e.text[:e.nodes[c].start], " \t\f")
		if c > first && len(before) > 0 && !strings.ContainsRune(";\n\r", rune(before[len(before)-1])) {
			e.partial(partialSyntax)
			e.diagnose(int(e.line(c)), partialSyntax)
		}
	}
}

func (e *extractor) tellFault(i int32) {
	n := e.nodes[i]
	e.partial(partialSyntax)
	line := int(n.row) + 1
	if n.missing {
		e.diagnose(line, "missing "+pythonSyntax().symbolText(n.symbol))
		return
	}
	e.diagnose(line, partialSyntax)
	e.lose(n.start, n.end, line)
}

// fault walks the statements that stand whole inside a syntax error; the rest of it is lost.
func (e *extractor) fault(i int32) {
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch k := e.nodes[c].kind; {
		case k >= kindModule && k <= kindTypeAliasStatement, k == kindError:
			e.statement(c)
		}
	}
}

// checkCut tells that what is below a node lies deeper than the limit.
func (e *extractor) checkCut(i int32) {
	if n := &e.nodes[i]; n.cut {
		n.cut = false
		e.diagnose(int(n.row)+1, partialNesting)
		e.lose(n.start, n.end, int(n.row)+1)
	}
}

// lose keeps the words between two positions of the text as lost.
func (e *extractor) lose(start, end uint32, line int) {
	text := e.text[start:end]
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == '\n' {
			line++
		}
		if r != '_' && !unicode.IsLetter(r) {
			text = text[size:]
			continue
		}
		word := wordLength(text)
		e.loseWord(text[:word], line)
		text = text[word:]
	}
}

func wordLength(text []byte) int {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		n += size
	}
	return n
}

func (e *extractor) loseWord(word []byte, line int) {
	if keywords[string(word)] {
		return
	}
	name := e.name(identifier(string(word)))
	if _, found := e.lost[name]; !found {
		e.lost[name] = struct{}{}
		e.file.Lost = append(e.file.Lost, facts.Lost{Name: name, Line: int32(line)})
	}
}

// keywords are the words of the language that no name can be.
var keywords = map[string]bool{
	"False": true, "None": true, "True": true, "and": true, "as": true, "assert": true, "async": true, "await": true,
	"break": true, "class": true, "continue": true, "def": true, "del": true, "elif": true, "else": true, "except": true,
	"finally": true, "for": true, "from": true, "global": true, "if": true, "import": true, "in": true, "is": true,
	"lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true, "raise": true, "return": true, "try": true,
	"while": true, "with": true, "yield": true,
}
