package ingest

import (
	"bufio"
	"context"
	"io"
	"os"
	"sort"
	"unicode"

	"assay/internal/graph"
)

const (
	// maxWordBytes bounds the text of one skipped file that is searched for names.
	maxWordBytes = 256 << 20
	// maxWord bounds a name in bytes; what is longer is data.
	maxWord = 512
)

// readWords searches the files that were skipped for the names that the repository defines: each of them may be used
// there, and an answer about it must say so.
func (b *builder) readWords(ctx context.Context, root *os.Root) error {
	var known map[string]bool
	var mentions []string
	for i := range b.files {
		f := &b.files[i]
		reason := ""
		if f.row.Language == "" && f.row.Status == graph.FileListed && f.row.Reason == "" {
			reason = mentioning(f.row.Path)
		}
		if f.row.Status != graph.FileSkipped && reason == "" {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if known == nil {
			known = b.definedNames()
		}
		opened, err := openRegular(root, f.disk)
		if err != nil {
			continue // nothing can be known; the file itself is reported
		}
		text := io.LimitReader(opened, maxWordBytes)
		switch reason {
		case entryPoint:
			text = entryPoints(text)
		case notebook:
			text = notebookText(text)
		}
		f.words = wordsIn(ctx, text, known)
		opened.Close()
		if reason != "" && len(f.words) > 0 {
			mentions = append(mentions, f.row.Path)
		}
	}
	b.noteMentions(mentions)
	return nil
}

// definedNames are those of all definitions in the repository.
func (b *builder) definedNames() map[string]bool {
	names := map[string]bool{}
	for i := range b.files {
		f := b.files[i].facts
		if f == nil {
			continue
		}
		for _, d := range f.Definitions {
			names[f.Text(d.Name)] = true
		}
	}
	return names
}

// wordsIn gives the known identifiers of a text, sorted, each once. It reads as a stream and holds one word.
func wordsIn(ctx context.Context, text io.Reader, known map[string]bool) []string {
	in := bufio.NewReaderSize(text, 64<<10)
	found := map[string]bool{}
	var word []byte
	for n := 0; ; n++ {
		r, _, err := in.ReadRune()
		if err != nil || n&0xfffff == 0 && ctx.Err() != nil {
			break
		}
		switch {
		case r != unicode.ReplacementChar && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)):
			if len(word) <= maxWord {
				word = append(word, string(r)...)
			}
			continue
		case known[string(word)]:
			found[string(word)] = true
		}
		word = word[:0]
	}
	if known[string(word)] {
		found[string(word)] = true
	}
	words := make([]string, 0, len(found))
	for w := range found {
		words = append(words, w)
	}
	sort.Strings(words)
	return words
}
