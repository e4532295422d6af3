package adhoc

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/internal/fault"
)

// token is a word or a mark of a statement. Comments are no tokens; strings are, without their text, so that what stands
// inside of quotes can never be taken for a keyword.
type token struct {
	text   string // a word as written, without its backticks; a mark; "" for a string
	word   bool
	quoted bool // a word in backticks is a name, never a keyword
	at     int  // byte offset
	end    int
}

// is reports whether the token is a keyword. Letters that fold to those of the keyword count: what a server might take
// for it is treated as it.
func (t token) is(keyword string) bool {
	return t.word && !t.quoted && strings.EqualFold(t.text, keyword)
}

// mark reports whether the token is a mark.
func (t token) mark(m string) bool { return !t.word && t.text == m }

// lexer cuts a statement into tokens as the server does.
type lexer struct {
	text   string
	at     int
	tokens []token
}

func lex(text string) ([]token, error) {
	l := &lexer{text: text}
	for l.at < len(text) {
		if err := l.next(); err != nil {
			return nil, err
		}
	}
	return l.tokens, nil
}

func (l *lexer) next() error {
	rest := l.text[l.at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case strings.HasPrefix(rest, "//"):
		l.lineComment()
	case strings.HasPrefix(rest, "/*"):
		return l.blockComment()
	case r == '\'' || r == '"':
		return l.quotedText(byte(r))
	case r == '`':
		return l.quotedName()
	case isWordPart(r):
		l.plainWord()
	case unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		l.at += size
	default:
		l.add(token{text: rest[:size]}, size)
	}
	return nil
}

func (l *lexer) add(t token, size int) {
	t.at, t.end = l.at, l.at+size
	l.tokens = append(l.tokens, t)
	l.at += size
}

func (l *lexer) lineComment() {
	end := strings.IndexAny(l.text[l.at:], "\r\n")
	if end < 0 {
		end = len(l.text) - l.at
	}
	l.at += end
}

func (l *lexer) blockComment() error {
	end := strings.Index(l.text[l.at+2:], "*/")
	if end < 0 {
		return unfinished("comment", l.at)
	}
	l.at += 2 + end + 2
	return nil
}

// quotedText skips a string; a backslash escapes the byte behind it.
func (l *lexer) quotedText(quote byte) error {
	for i := l.at + 1; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case quote:
			l.add(token{}, i+1-l.at)
			return nil
		}
	}
	return unfinished("string", l.at)
}

// quotedName reads a name in backticks; two backticks are one inside of it.
func (l *lexer) quotedName() error {
	for i := l.at + 1; i < len(l.text); i++ {
		if l.text[i] != '`' {
			continue
		}
		if i+1 < len(l.text) && l.text[i+1] == '`' {
			i++
			continue
		}
		name := strings.ReplaceAll(l.text[l.at+1:i], "``", "`")
		l.add(token{text: name, word: true, quoted: true}, i+1-l.at)
		return nil
	}
	return unfinished("name in backticks", l.at)
}

// plainWord reads a word. What follows digits is a word of its own: a number may touch a keyword.
func (l *lexer) plainWord() {
	size := 0
	first, _ := utf8.DecodeRuneInString(l.text[l.at:])
	for _, r := range l.text[l.at:] {
		if !isWordPart(r) || unicode.IsDigit(first) && !unicode.IsDigit(r) {
			break
		}
		size += utf8.RuneLen(r)
	}
	l.add(token{text: l.text[l.at : l.at+size], word: true}, size)
}

// isWordPart follows the server's identifiers; what it would skip inside of one (format and control characters) ends a
// word here.
func isWordPart(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.In(r, unicode.Nl, unicode.Pc, unicode.Sc, unicode.Mn, unicode.Mc) && r != '$'
}

func unfinished(what string, at int) error {
	return fault.New(fault.Invalid, "the statement ends inside of a %s that begins at character %d", what, at+1)
}
