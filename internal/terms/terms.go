// Package terms makes the terms by which definitions are found: words of identifiers, paths and prose, in lower case, each
// beside its stem. What is written into the index and what a search asks for pass through the same functions, so the index
// itself splits at spaces alone, and whether a definition bears a word is the same question in Go and in Neo4j.
package terms

import (
	"strings"
	"unicode"
)

// MaxWord is the length in letters beyond which a word is data and no word; the index refuses terms of 32 kB.
const MaxWord = 64

// Words gives the words of an identifier, a path or a text, in order, in lower case: "parseHTTPRequest_body2" has parse,
// http, request, body2. Everything but letters, digits and marks separates.
func Words(text string) []string {
	words := []string{}
	for _, part := range strings.FieldsFunc(text, isSeparator) {
		words = append(words, humps(part)...)
	}
	return words
}

func isSeparator(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

// humps splits where lower case turns into upper case, and before the last capital of an acronym that a word follows.
func humps(part string) []string {
	letters := []rune(part)
	words, start := []string{}, 0
	for i := 1; i <= len(letters); i++ {
		if i < len(letters) && !startsWord(letters, i) {
			continue
		}
		if i-start <= MaxWord {
			words = append(words, strings.ToLower(string(letters[start:i])))
		}
		start = i
	}
	return words
}

func startsWord(letters []rune, i int) bool {
	if !unicode.IsUpper(letters[i]) {
		return false
	}
	if !unicode.IsUpper(letters[i-1]) {
		return true
	}
	return i+1 < len(letters) && unicode.IsLower(letters[i+1])
}

// endings are taken off the end of a word, the first that fits; what stays has at least three letters.
var endings = []struct{ ending, instead string }{
	{"ies", "y"}, {"ied", "y"}, {"sses", "ss"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""}, {"ing", ""}, {"ed", ""},
}

// shortest is what must be left of a word when an ending is taken off.
const shortest = 3

// Stem brings the forms of an English word together: parse, parses, parsed and parsing have one stem. It is no word.
func Stem(word string) string {
	stem := word
	for _, e := range endings {
		rest, ok := strings.CutSuffix(word, e.ending)
		if !ok {
			continue
		}
		if len(rest) >= shortest && (e.instead != "" || strings.ContainsAny(rest, "aeiouy")) {
			stem = undouble(rest, e.ending) + e.instead
		}
		break
	}
	if rest, ok := strings.CutSuffix(stem, "e"); ok && len(rest) >= shortest {
		stem = rest
	}
	return stem
}

// undouble takes back what spelling adds before an ending: stopp-ing, plann-ed.
func undouble(rest, ending string) string {
	n := len(rest)
	if (ending == "ing" || ending == "ed") && n > shortest && rest[n-1] == rest[n-2] && !strings.ContainsRune("lsz", rune(rest[n-1])) {
		return rest[:n-1]
	}
	return rest
}

// Forms are the terms that stand for a word: the word and, where it is another, its stem.
func Forms(word string) []string {
	if stem := Stem(word); stem != word {
		return []string{word, stem}
	}
	return []string{word}
}

// set collects terms, each once, in order.
type set struct {
	seen map[string]bool
	list []string
}

func (s *set) add(words ...string) {
	for _, word := range words {
		for _, form := range Forms(word) {
			if !s.seen[form] {
				s.seen[form] = true
				s.list = append(s.list, form)
			}
		}
	}
}
