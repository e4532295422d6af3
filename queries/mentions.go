package queries

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// form says how a question mentions a name, and so what it means when nothing bears it.
type form int

const (
	certain form = iota // written as code: in backticks, path::name, call(), snake_case
	likely              // may be a name of something else: CamelCase, dotted, quoted
	place               // a file: it narrows, and is the focus only where nothing else is named
	beside              // a plain word that "and" or a comma puts beside a name: it counts only where something bears it
)

// mention is a name in a question.
type mention struct {
	spelling string
	form     form
}

// maxMentions bounds the names of one question that are looked up.
const maxMentions = 8

var (
	questionWords = regexp.MustCompile("`([^`\n]*)`|[\"“]([^\"”\n]*)[\"”]|\\S+")
	identifier    = regexp.MustCompile(`^[\pL_][\pL\pN_]*$`)
	dottedName    = regexp.MustCompile(`^[\pL_][\pL\pN_]*(\.[\pL_][\pL\pN_]*)+$`)
	camelCase     = regexp.MustCompile(`\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}`)
	acronyms      = regexp.MustCompile(`^\p{Lu}+s$`) // "APIs"
	spellingLike  = regexp.MustCompile(`^[\pL\pN_./:<>#~\\-]+(\[[^\]]*\])?(\(\))?$`)
)

// slots are the places in a sentence where a name stands even when it looks like a plain word. An article before it
// makes it a plain word again, unless it is said to be code.
var slots = regexp.MustCompile(`(?i)\b(?:(?:who|what)\s+(?:calls|uses|references|imports)|callers\s+of|callees\s+of|impact\s+of|` +
	`tests\s+(?:for|of|cover|covering|that\s+cover)|(?:change|rename|remove|delete|edit|modify)|` +
	`(?:function|method|class|fixture|module|symbol)(?:\s+(?:named|called))?)\s+` +
	`(?:the\s+(?:function|method|class|fixture|module)\s+)?([\pL_][\pL\pN_]*)`)

// plainWords never fill a slot.
var plainWords = []string{
	"a", "all", "an", "and", "are", "do", "does", "every", "for", "how", "i", "in", "is", "it", "its", "me", "my", "of", "on", "or", "our", "that",
	"the", "their", "them", "there", "these", "they", "this", "those", "to", "what", "when", "which", "who", "will", "with", "you", "your",
	"something", "anything", "named", "called",
}

// mentions finds the names in a question, in order. Plain words are no names: only how something is written makes it one.
func mentions(question string) []mention {
	all := []mention{}
	add := func(m mention) {
		if !slices.ContainsFunc(all, func(o mention) bool { return o.spelling == m.spelling }) && len(all) < maxMentions {
			all = append(all, m)
		}
	}
	words := questionWords.FindAllStringSubmatch(question, -1)
	if spelling := strings.TrimSpace(question); len(words) == 1 && spellingLike.MatchString(spelling) {
		return []mention{{spelling: spelling, form: certain}}
	}
	for _, w := range words {
		switch {
		case w[1] != "":
			if text := strings.TrimSpace(w[1]); spellingLike.MatchString(text) {
				add(mention{spelling: text, form: certain})
			}
		case w[2] != "":
			if text := strings.TrimSpace(w[2]); spellingLike.MatchString(text) {
				add(mention{spelling: text, form: likely})
			}
		default:
			if m, ok := written(w[0]); ok {
				add(m)
			}
		}
	}
	if len(all) == 0 {
		for _, slot := range slots.FindAllStringSubmatch(question, -1) {
			if !slices.Contains(plainWords, strings.ToLower(slot[1])) {
				add(mention{spelling: slot[1], form: likely})
			}
		}
	}
	for _, word := range besides(words, all) {
		add(mention{spelling: word, form: beside})
	}
	return all
}

// besides are the plain words that stand in a row with a name: "make_str and echo".
func besides(words [][]string, names []mention) []string {
	found := []string{}
	afterName, row := false, false // the word before is a name; and something joins the next one to it
	for _, w := range words {
		word := strings.Trim(w[0], "`\"'“”()?!.:;,")
		isName := slices.ContainsFunc(names, func(m mention) bool { return m.spelling == word || m.spelling == strings.Trim(w[0], "`,?!") })
		switch {
		case isName:
			afterName = true
		case afterName && slices.Contains([]string{"and", "or", "&", ""}, strings.ToLower(word)):
			row = true
			continue
		case row && identifier.MatchString(word) && !isPlain(word):
			found = append(found, word)
			afterName = true
		default:
			afterName = false
		}
		row = afterName && strings.HasSuffix(w[0], ",")
	}
	return found
}

func isPlain(word string) bool {
	word = strings.ToLower(word)
	return slices.Contains(plainWords, word) || slices.Contains(askingWords, word)
}

// written tells by its looks whether a word is a name.
func written(word string) (mention, bool) {
	word = strings.TrimLeft(word, `("'[{<,;`)
	word = strings.TrimRight(word, `"']}>,;:!?.`)
	word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
	if !strings.HasSuffix(word, "()") {
		word = strings.TrimRight(word, ")")
	}
	name := strings.TrimSuffix(word, "()")
	switch {
	case name == "" || strings.Contains(word, "://"):
		return mention{}, false
	case strings.Contains(word, "::") && spellingLike.MatchString(word):
		return mention{word, certain}, true
	case pathLine.MatchString(word) && hasEnding(pathLine.ReplaceAllString(word, "$1")):
		return mention{word, certain}, true
	case hasEnding(word) && spellingLike.MatchString(word):
		return mention{word, place}, true
	case name != word && (identifier.MatchString(name) || dottedName.MatchString(name)):
		return mention{name, certain}, true
	case dottedName.MatchString(name):
		return mention{name, likely}, !abbreviation(name)
	case !identifier.MatchString(name):
		return mention{}, false
	case strings.Contains(strings.Trim(name, "_"), "_") || name[0] == '_' && len(name) > 1:
		return mention{name, certain}, true
	default:
		return mention{name, likely}, camelCase.MatchString(name) && !acronyms.MatchString(name)
	}
}

// abbreviation tells "e.g" and "i.e" from names.
func abbreviation(dotted string) bool {
	for _, segment := range strings.Split(dotted, ".") {
		if len(segment) > 1 {
			return false
		}
	}
	return true
}

// contextWords are the words of a question by which one of several definitions may be singled out. Words that ask, and words
// for kinds of code, single out nothing.
func contextWords(question string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(question), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	}) {
		words[w] = true
	}
	for _, w := range append(slices.Clone(plainWords), askingWords...) {
		delete(words, w)
	}
	return words
}

var askingWords = []string{
	"call", "calls", "called", "caller", "callers", "callee", "callees", "use", "uses", "used", "test", "tests", "tested", "testing", "cover",
	"covers", "covering", "break", "breaks", "change", "changes", "impact", "function", "functions", "method", "methods", "class", "classes",
	"module", "modules", "file", "files", "fixture", "code", "src", "lib", "init", "py", "main", "work", "works",
}
