//go:build cgo

package python

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/ingest/facts"
)

// Bounds of the texts kept, in bytes.
const (
	maxDocText       = 1000
	maxSignatureText = 400
	maxVariableText  = 120
	maxDecoratorText = 300
)

// literal walks a string, or several side by side: what is inside the braces of an f-string is evaluated.
func (e *extractor) literal(i int32, keep bool) facts.Expr {
	formatted := e.interpolations(i)
	switch {
	case !keep:
		return 0
	case formatted:
		return e.add(facts.Expression{Kind: facts.FormatText, Name: e.name(e.formatPattern(i)), Line: e.line(i)})
	}
	value, more := e.stringValue(i, facts.MaxText)
	return e.add(facts.Expression{Kind: facts.Text, Name: e.name(value), HasMore: more, Line: e.line(i)})
}

func (e *extractor) interpolations(i int32) bool {
	found := false
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		switch e.nodes[c].kind {
		case kindInterpolation:
			found = true
			e.interpolation(c)
		case kindString:
			found = e.interpolations(c) || found
		case kindError:
			e.fault(c)
		}
	}
	return found
}

// stringValue decodes a literal up to a bound, and tells whether it was longer.
func (e *extractor) stringValue(i int32, bound int) (string, bool) {
	if e.nodes[i].kind == kindString {
		return unquote(e.text[e.nodes[i].start:e.nodes[i].end], bound)
	}
	var all strings.Builder
	more := false
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if e.nodes[c].kind != kindString {
			continue
		}
		part, cut := unquote(e.text[e.nodes[c].start:e.nodes[c].end], bound)
		all.WriteString(part)
		more = more || cut
	}
	value, cut := clip(all.String(), bound)
	return value, more || cut
}

// unquote decodes the text of one string literal up to a bound.
func unquote(text []byte, bound int) (value string, more bool) {
	quote := bytes.IndexAny(text, `"'`)
	if quote < 0 {
		return "", false
	}
	raw := bytes.ContainsAny(text[:quote], "rR")
	body := text[quote+1:]
	closing := text[quote : quote+1]
	if len(text) >= quote+6 && text[quote+1] == text[quote] && text[quote+2] == text[quote] {
		body, closing = text[quote+3:], text[quote:quote+3]
	}
	body = bytes.TrimSuffix(body, closing)
	if len(body) > bound*2 {
		body, more = body[:bound*2], true
	}
	if !raw && bytes.IndexByte(body, '\\') >= 0 {
		body = unescape(body)
	}
	value, cut := clip(string(body), bound)
	return value, more || cut
}

// escapes are the escape sequences of one character that mean another one.
var escapes = map[byte]string{
	'\n': "", '\\': `\`, '\'': "'", '"': `"`, 'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v",
}

// escapeDigits is the number of hexadecimal digits behind an escape.
var escapeDigits = map[byte]int{'x': 2, 'u': 4, 'U': 8}

func unescape(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' || i+1 == len(body) {
			out = append(out, body[i])
			continue
		}
		i++
		if plain, found := escapes[body[i]]; found {
			out = append(out, plain...)
			continue
		}
		if n := escapeDigits[body[i]]; n > 0 && i+n < len(body) {
			if r, err := strconv.ParseUint(string(body[i+1:i+1+n]), 16, 32); err == nil {
				out = utf8.AppendRune(out, rune(r))
				i += n
				continue
			}
		}
		out = append(out, '\\', body[i])
	}
	return out
}

// clip cuts a text at a bound without splitting a character.
func clip(text string, bound int) (string, bool) {
	if len(text) <= bound {
		return text, false
	}
	for bound > 0 && !utf8.RuneStart(text[bound]) {
		bound--
	}
	return text[:bound], true
}

// oneLine squeezes white space and comments out of a piece of source.
func oneLine(text []byte, bound int) string {
	if len(text) <= bound && bytes.IndexByte(text, '\n') < 0 {
		return string(text)
	}
	var out strings.Builder
	quote := byte(0)
	for i := 0; i < len(text) && out.Len() <= bound; i++ {
		switch c := text[i]; {
		case quote != 0:
			out.WriteByte(c)
			if c == '\\' && i+1 < len(text) {
				i++
				out.WriteByte(text[i])
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
			out.WriteByte(c)
		case c == '#':
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		default:
			out.WriteByte(c)
		}
	}
	line := strings.Join(strings.Fields(out.String()), " ")
	line = strings.NewReplacer("( ", "(", ", )", ")", " )", ")", "[ ", "[", " ]", "]").Replace(line)
	if clipped, cut := clip(line, bound); cut {
		return clipped + "..."
	}
	return line
}

// cleanDoc trims the indentation of a docstring as inspect.cleandoc does.
func cleanDoc(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\t", "        "), "\n")
	margin := -1
	for _, line := range lines[1:] {
		if trimmed := strings.TrimLeft(line, " \r"); trimmed != "" {
			if indent := len(line) - len(trimmed); margin < 0 || indent < margin {
				margin = indent
			}
		}
	}
	lines[0] = strings.TrimLeft(lines[0], " ")
	for i := range lines {
		if i > 0 && margin > 0 {
			lines[i] = lines[i][min(margin, len(lines[i])):]
		}
		lines[i] = strings.TrimRight(lines[i], " \r")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
