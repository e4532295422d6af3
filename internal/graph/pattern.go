package graph

import "unicode/utf8"

// maxPattern bounds the text of a pattern of names in characters, so that all patterns of a name are few.
const maxPattern = 32

// anything stands in a pattern for the text that is not known.
const anything = "*"

// NamePattern is the name of a Name node for names of which only the beginning or end is known: "visit_*", "*_hook". Of
// both the beginning is taken; what is longer than a bound is cut, which makes the pattern wider.
func NamePattern(prefix, suffix string) string {
	if prefix == "" {
		runes := []rune(suffix)
		return anything + string(runes[max(0, len(runes)-maxPattern):])
	}
	runes := []rune(prefix)
	return string(runes[:min(len(runes), maxPattern)]) + anything
}

// NamePatterns are all patterns that a name fits: at most 32 of its beginnings and as many of its ends.
func NamePatterns(name string) []string {
	runes := []rune(name)
	patterns := make([]string, 0, 2*maxPattern)
	if !utf8.ValidString(name) {
		return patterns
	}
	for n := 1; n <= min(len(runes), maxPattern); n++ {
		patterns = append(patterns, NamePattern(string(runes[:n]), ""), NamePattern("", string(runes[len(runes)-n:])))
	}
	return patterns
}
