//go:build cgo

package python

import (
	"strings"
	"unicode"

	"assay/ingest/facts"
)

// isNameTable reports whether a node holds definitions by name: globals(), vars(x), x.__dict__.
func (e *extractor) isNameTable(i int32) bool {
	switch e.nodes[i].kind {
	case kindCall:
		function := e.child(i, fieldFunction)
		if function < 0 || e.nodes[function].kind != kindIdentifier {
			return false
		}
		switch e.source(function) {
		case "globals", "locals", "vars":
			return true
		}
	case kindAttribute:
		name := e.child(i, fieldAttribute)
		return name >= 0 && e.source(name) == "__dict__"
	}
	return false
}

// anything stands in a pattern for text that is not known.
const anything = "*"

// formatPattern is the pattern of a formatted string that may be a name; "" of others.
func (e *extractor) formatPattern(i int32) string {
	if e.nodes[i].kind == kindConcatenatedString {
		var all strings.Builder
		for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
			part := e.formatPattern(c)
			if part == "" {
				return ""
			}
			all.WriteString(part)
		}
		return namePattern(all.String())
	}
	text := e.text[e.nodes[i].start:e.nodes[i].end]
	body := strings.TrimLeft(string(text), "rRfFbBuU")
	quote := len(body) - len(strings.TrimLeft(body, body[:min(1, len(body))]))
	if quote != 3 {
		quote = 1
	}
	at := e.nodes[i].start + uint32(len(text)-len(body)+quote)
	end := e.nodes[i].end - uint32(quote)
	var all strings.Builder
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		if e.nodes[c].kind != kindInterpolation || e.nodes[c].start < at || e.nodes[c].end > end {
			return ""
		}
		all.Write(e.text[at:e.nodes[c].start])
		all.WriteString(anything)
		at = e.nodes[c].end
	}
	if at > end {
		return ""
	}
	all.Write(e.text[at:end])
	return namePattern(all.String())
}

// namePattern keeps a pattern whose text may be part of a name; "" of others.
func namePattern(pattern string) string {
	if len(pattern) > facts.MaxText || strings.IndexFunc(pattern, func(r rune) bool {
		return r != '_' && r != '*' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) >= 0 {
		return ""
	}
	return pattern
}

// percentPattern is the pattern of a string behind "%": each conversion stands for anything.
func percentPattern(text string) string {
	var all strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			all.WriteByte(text[i])
			continue
		}
		for i++; i < len(text) && !isLetter(text[i]) && text[i] != '%'; i++ {
			if text[i] == '(' {
				for i < len(text) && text[i] != ')' {
					i++
				}
			}
		}
		all.WriteString(anything)
	}
	return namePattern(all.String())
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// percentArguments walks what stands behind "%": the conversions call str or repr of it.
func (e *extractor) percentArguments(text, i int32) {
	value, _ := e.stringValue(text, facts.MaxText)
	methods := conversions(value)
	at := func(k int) string {
		if k < len(methods) {
			return methods[k]
		}
		return ""
	}
	if e.nodes[i].kind != kindTuple {
		e.implicit(i, e.evaluate(i, false), at(0))
		return
	}
	k := 0
	for c := i + 1; c < e.nodes[i].next; c = e.nodes[c].next {
		e.implicit(c, e.evaluate(c, false), at(k))
		k++
	}
}

// conversions are the methods that the conversions of a string call, in order.
func conversions(text string) []string {
	var methods []string
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		for i++; i < len(text) && !isLetter(text[i]) && text[i] != '%'; i++ {
		}
		if i == len(text) || text[i] == '%' {
			continue
		}
		method := ""
		switch text[i] {
		case 's':
			method = "__str__"
		case 'r', 'a':
			method = "__repr__"
		}
		methods = append(methods, method)
	}
	return methods
}
