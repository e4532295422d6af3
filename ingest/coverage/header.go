package coverage

import "bytes"

// header is a position in the lines of a definition. It knows of Python's brackets, strings and comments what is needed
// to find the colon that ends the header.
type header struct {
	lines  [][]byte
	line   int
	column int
	depth  int
}

// findBody finds the last line of a function's header, counted from 0, and whether the body starts on it. lines start
// at the first decorator or at "def". ok is false when there is no definition, as for a lambda.
func findBody(lines [][]byte) (last int, sameLine, ok bool) {
	h := &header{lines: lines}
	for h.line < len(lines) {
		text := bytes.TrimLeft(lines[h.line], " \t\f")
		switch {
		case len(text) == 0 || text[0] == '#':
			h.line++
		case text[0] == '@':
			h.skipTo(0)
			h.nextLine()
		case bytes.HasPrefix(text, []byte("def")) || bytes.HasPrefix(text, []byte("async")):
			if !h.skipTo(':') {
				return 0, false, false
			}
			rest := bytes.TrimSpace(lines[h.line][h.column+1:])
			return h.line, len(rest) > 0 && rest[0] != '#', true
		default:
			return 0, false, false
		}
	}
	return 0, false, false
}

func (h *header) nextLine() { h.line, h.column, h.depth = h.line+1, 0, 0 }

// skipTo moves to the first stop outside of brackets and strings, or, for stop 0, to the end of the logical line.
func (h *header) skipTo(stop byte) bool {
	for h.line < len(h.lines) {
		text := h.lines[h.line]
		for ; h.column < len(text); h.column++ {
			switch c := text[h.column]; c {
			case '#':
				h.column = len(text)
			case '\'', '"':
				if !h.skipString(c) {
					return false
				}
				text = h.lines[h.line]
			case '(', '[', '{':
				h.depth++
			case ')', ']', '}':
				h.depth--
			case stop:
				if h.depth == 0 {
					return true
				}
			}
		}
		if stop == 0 && h.depth <= 0 && !bytes.HasSuffix(text, []byte("\\")) {
			return true
		}
		h.line, h.column = h.line+1, 0
	}
	return false
}

// skipString moves to the last quote of the string that starts here.
func (h *header) skipString(quote byte) bool {
	closing := []byte{quote}
	if triple := bytes.Repeat(closing, 3); bytes.HasPrefix(h.lines[h.line][h.column:], triple) {
		closing = triple
	}
	h.column += len(closing)
	for h.line < len(h.lines) {
		text := h.lines[h.line]
		for ; h.column < len(text); h.column++ {
			if text[h.column] == '\\' {
				h.column++
			} else if bytes.HasPrefix(text[h.column:], closing) {
				h.column += len(closing) - 1
				return true
			}
		}
		h.line, h.column = h.line+1, 0
	}
	return false
}
