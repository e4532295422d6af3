package queries

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/internal/fault"
	"assay/internal/terms"
)

// Bounds of a search.
const (
	maxSearchText  = 1024 // bytes
	maxSearchWords = 24   // words looked for, the first ones
	searchPool     = 200  // hits that are ranked
)

// SearchQuery asks which definitions, and files without a module, bear one of the words.
type SearchQuery struct {
	Words []SearchWord
	Tests bool // whether tests and fixtures are wanted as well
	Limit int
}

// SearchWord is a word of letters and digits in lower case. Like finds words that begin with it or are a typing error
// away, besides its own forms.
type SearchWord struct {
	Text string
	Like bool
}

// Shortest words, in letters, that are sought by their beginning, with one typing error and with two.
const (
	shortestBeginning = 2
	shortestOneEdit   = 4
	shortestTwoEdits  = 8
)

func (w SearchWord) begins() bool {
	return w.Like && utf8.RuneCountInString(w.Text) >= shortestBeginning
}

// edits is the number of typing errors that are allowed in a word.
func (w SearchWord) edits() int {
	switch n := utf8.RuneCountInString(w.Text); {
	case !w.Like || n < shortestOneEdit:
		return 0
	case n < shortestTwoEdits:
		return 1
	default:
		return maxEdits
	}
}

// How a word meets a term.
const (
	howWord      = "word"
	howBeginning = "beginning"
	howSpelling  = "spelling"
)

// Meets tells how a word meets the terms of a field: as the word itself or another form of it, as a beginning, or with
// typing errors; "" when it does not.
func (w SearchWord) Meets(field []string) string {
	forms := terms.Forms(w.Text)
	if slices.ContainsFunc(field, func(term string) bool { return slices.Contains(forms, term) }) {
		return howWord
	}
	if w.begins() && slices.ContainsFunc(field, func(term string) bool { return strings.HasPrefix(term, w.Text) }) {
		return howBeginning
	}
	if n := w.edits(); n > 0 && slices.ContainsFunc(field, func(term string) bool { return edits([]rune(w.Text), []rune(term)) <= n }) {
		return howSpelling
	}
	return ""
}

// Found are the hits of a search as the reader gives them, at most the limit.
type Found struct {
	Snapshot
	Hits  []Hit
	More  bool // there are more than the limit
	Dated bool // the project was loaded before there were terms
}

// Hit is a definition or file with the terms that it is found by, separated by spaces.
type Hit struct {
	Symbol Symbol
	Name   string // of its name and of what it is defined in
	Text   string // of path, signature, documentation and annotations
}

// noise are words that say nothing of code by themselves; they are sought only where a search has no other.
var noise = append([]string{
	"about", "after", "as", "at", "be", "been", "before", "but", "by", "can", "code", "could", "did", "from", "get", "gets", "had", "has", "have",
	"if", "into", "just", "like", "make", "makes", "may", "might", "no", "not", "off", "out", "over", "py", "pyi", "should", "so", "some", "such",
	"than", "then", "they", "under", "up", "use", "used", "uses", "using", "was", "we", "were", "where", "while", "why", "would", "am", "us",
}, plainWords...)

// searchWords are the words of a text that are worth seeking, each once, and how many more there would have been. A text
// without a space is code: all of its words count.
func searchWords(text string) (words []string, more int) {
	all := []string{}
	for _, word := range terms.Words(text) {
		if !slices.Contains(all, word) {
			all = append(all, word)
		}
	}
	words = all
	if strings.ContainsFunc(strings.TrimSpace(text), unicode.IsSpace) {
		words = slices.DeleteFunc(slices.Clone(all), func(word string) bool { return slices.Contains(noise, word) })
	}
	if len(words) == 0 {
		words = all
	}
	kept := words[:min(len(words), maxSearchWords)]
	return kept, len(words) - len(kept)
}

// checkSearch refuses what is no text to search for. A text of other characters than letters and digits is one: it finds
// nothing and says so.
func checkSearch(text string) error {
	control := func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "":
		return fault.New(fault.Invalid, "there is nothing to search for").Fix("give a name, a part of one, or words of its documentation")
	case len(text) > maxSearchText:
		return fault.New(fault.Invalid, "a search is at most %d bytes long, this one has %d", maxSearchText, len(text))
	case !utf8.ValidString(text):
		return fault.New(fault.Invalid, "the text to search for is not valid UTF-8")
	case strings.IndexFunc(text, control) >= 0:
		return fault.New(fault.Invalid, "the text to search for holds a control character")
	case isList(trimmed):
		return fault.New(fault.Invalid, "%q is a list in a text, not words to search for", shorten(trimmed)).Fix("give the words themselves, separated by spaces")
	}
	return nil
}

// isList recognises a list or an object of texts that a program wrote into one.
func isList(text string) bool {
	enclosed := strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") || strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}")
	return enclosed && strings.ContainsAny(text, `'"`)
}
