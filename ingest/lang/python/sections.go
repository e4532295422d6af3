//go:build cgo

package python

import (
	"bytes"
	"fmt"
	"strings"

	"assay/ingest/facts"
)

// maxSections bounds the pieces in which a broken file is read again.
const maxSections = 5000

// section is a piece of the text.
type section struct{ start, end int }

// bySections reads a file with syntax errors once more, piece by piece, so that an error cannot take more with it than
// the definition it stands in. The reading that finds more definitions is kept.
func (e *extractor) bySections(text decoded) (*facts.File, error) {
	list := split(text.text, 0, topWords)
	if len(list) > maxSections {
		return e.file, nil
	}
	again := newExtractor(text)
	again.eager = true
	for _, s := range list {
		if err := again.section(s); err != nil {
			return nil, fmt.Errorf("parse section: %w", err)
		}
	}
	again.finish()
	again.partial(partialSyntax)
	if len(again.file.Definitions) < len(e.file.Definitions) || len(again.file.Diagnostics) == 0 {
		return e.file, nil
	}
	return again.file, nil
}

// section reads one piece. When it is broken and has definitions further in, those that are broken themselves are
// blanked out first.
func (e *extractor) section(s section) error {
	text := e.text[s.start:s.end]
	if inner := split(text, firstIndent(text), innerWords); len(inner) > 1 && len(inner) <= maxSections {
		broken, err := isBroken(text)
		if err != nil {
			return err
		}
		if broken {
			if text, err = e.blankBroken(text, s.start, inner); err != nil {
				return err
			}
		}
	}
	return pythonSyntax().parse(text, func(nodes []syntaxNode, cut bool) { e.tree(e.shift(nodes, s.start), cut) })
}

// blankBroken blanks out those parts of a piece that are broken when they stand alone behind its head.
func (e *extractor) blankBroken(text []byte, offset int, inner []section) ([]byte, error) {
	out := bytes.Clone(text)
	head := text[:inner[0].end]
	empty := append(bytes.Clone(head), bytes.Repeat([]byte(" "), firstIndent(text))...)
	if broken, err := isBroken(append(empty, "pass\n"...)); broken || err != nil {
		return text, err
	}
	for _, part := range inner[1:] {
		alone := append(append(bytes.Clone(head), '\n'), text[part.start:part.end]...)
		broken, err := isBroken(alone)
		if err != nil {
			return nil, err
		}
		if !broken {
			continue
		}
		line := lineCount(e.text[:offset+part.start]) + 1
		e.partial(partialSyntax)
		e.diagnose(line+brokenLine(text[part.start:part.end]), partialSyntax)
		e.lose(uint32(offset+part.start), uint32(offset+part.end), line)
		for i := part.start; i < part.end; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return out, nil
}

// brokenLine is how many lines down the first error of a broken part stands; what stands indented is read as the body
// of a class.
func brokenLine(part []byte) int {
	line := 0
	_ = pythonSyntax().parse(append([]byte("class _:\n"), part...), func(nodes []syntaxNode, _ bool) {
		for i := range nodes {
			if nodes[i].kind == kindError {
				line = max(int(nodes[i].row)-1, 0)
				return
			}
		}
	})
	return line
}

func isBroken(text []byte) (bool, error) {
	broken := false
	err := pythonSyntax().parse(text, func(nodes []syntaxNode, _ bool) {
		for i := range nodes {
			broken = broken || nodes[i].kind == kindError
		}
	})
	return broken, err
}

// shift turns positions in a piece into positions in the file.
func (e *extractor) shift(nodes []syntaxNode, offset int) []syntaxNode {
	rows := uint32(bytes.Count(e.text[:offset], []byte("\n")))
	for i := range nodes {
		n := &nodes[i]
		n.start += uint32(offset)
		n.end += uint32(offset)
		n.row += rows
		n.endRow += rows
	}
	return nodes
}

// topWords begin a piece at the margin; innerWords begin one further in. Lines of an unfinished merge stand alone.
var (
	topWords = []string{
		"def ", "class ", "async ", "@", "import ", "from ", "if ", "try:", "with ", "while ", "for ", "<<<<<<<", "=======", ">>>>>>>",
	}
	innerWords = []string{"def ", "class ", "async ", "@"}
)

// split cuts a text in front of the lines that begin with one of the words at an indentation, outside of long strings.
// Decorators stay with what they decorate. The first piece is what stands before the first such line.
func split(text []byte, indent int, words []string) []section {
	if indent < 0 {
		return nil
	}
	list := []section{{0, len(text)}}
	decorated := false
	margin := strings.Repeat(" ", indent)
	skip := 0 // end of a long string
	for at := 0; at < len(text); {
		end := len(text)
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		line := text[at:end]
		if rest, ok := bytes.CutPrefix(line, []byte(margin)); ok && at >= skip && beginsWith(rest, words) {
			if !decorated && at > 0 {
				list[len(list)-1].end = at
				list = append(list, section{at, len(text)})
			}
			decorated = rest[0] == '@'
		}
		skip = max(skip, longString(text, at, end, skip))
		at = end
	}
	return list
}

func beginsWith(line []byte, words []string) bool {
	for _, word := range words {
		if bytes.HasPrefix(line, []byte(word)) {
			return true
		}
	}
	return false
}

// longString gives the end of a string in three quotes that begins between two positions and is closed at all.
func longString(text []byte, at, end, skip int) int {
	for i := max(at, skip); i < end; i++ {
		switch c := text[i]; c {
		case '#':
			return skip
		case '"', '\'':
			quote := []byte{c, c, c}
			if !bytes.HasPrefix(text[i:], quote) {
				if n := bytes.IndexByte(text[i+1:end], c); n >= 0 {
					i += n + 1
				}
				continue
			}
			n := bytes.Index(text[i+3:], quote)
			if n < 0 {
				return skip
			}
			skip = i + 3 + n + 3
			i = skip - 1
		}
	}
	return skip
}

// firstIndent is the indentation of the first definition further in; -1 when there is none.
func firstIndent(text []byte) int {
	for _, line := range bytes.Split(text, []byte("\n")) {
		rest := bytes.TrimLeft(line, " ")
		if indent := len(line) - len(rest); indent > 0 && beginsWith(rest, innerWords) {
			return indent
		}
	}
	return -1
}
