package terms

import (
	"path"
	"strings"

	"assay/internal/graph"
)

// maxText bounds the terms of one text, its first ones, so that a page of prose does not weigh more than a function.
const maxText = 200

// Symbol gives the terms of a definition as they stand in the index, separated by spaces: those of its name and of what
// it is defined in, and those of its path, signature, documentation, annotations and of what the extractor adds.
func Symbol(s *graph.Symbol) (name, text string) {
	named := &set{seen: map[string]bool{}}
	file := strings.TrimSuffix(s.Path, path.Ext(s.Path))
	if s.Kind == graph.KindModule {
		named.name(path.Base(strings.TrimSuffix(file, "/__init__")))
	} else {
		named.name(s.Name)
		named.add(Words(strings.ReplaceAll(s.QualifiedName, "<locals>", ""))...)
	}
	described := &set{seen: named.seen}
	for _, part := range append([]string{file, s.Signature, s.SearchText, s.Doc}, s.Annotations...) {
		described.text(part)
	}
	return strings.Join(named.list, " "), strings.Join(described.list, " ")
}

// File gives the terms of a file that has no module symbol: those of its name, and those of its path. For every other file
// both are empty: the module is what is found.
func File(f *graph.File) (name, text string) {
	if f.Status == graph.FileParsed || f.Status == graph.FilePartial {
		return "", ""
	}
	named := &set{seen: map[string]bool{}}
	named.name(path.Base(f.Path))
	described := &set{seen: named.seen}
	described.text(path.Dir(f.Path))
	return strings.Join(named.list, " "), strings.Join(described.list, " ")
}

// name adds the words of a name and, where there are several, all of them as one.
func (s *set) name(name string) {
	words := Words(name)
	s.add(words...)
	if joined := Joined(words); len(words) > 1 && joined != "" {
		s.add(joined)
	}
}

// Joined is a name written without its borders, "" when that is too long for a term.
func Joined(words []string) string {
	joined := strings.Join(words, "")
	if len([]rune(joined)) > MaxWord {
		return ""
	}
	return joined
}

// text adds the first words of a text.
func (s *set) text(text string) {
	for _, word := range Words(text) {
		if len(s.list) >= maxText {
			return
		}
		s.add(word)
	}
}
