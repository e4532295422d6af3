package mcp

import (
	"fmt"
	"strings"

	"assay/queries"
)

// shownLines bounds the items that a summary lists; the document beside it has all that are shown.
const shownLines = 30

// summary is the text of a result.
type summary struct{ lines []string }

func (s *summary) line(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

func (s *summary) text() string { return strings.Join(s.lines, "\n") }

// items lists one line an item.
func (s *summary) items(n int, item func(int) string) {
	for i := range min(n, shownLines) {
		s.line("- %s", item(i))
	}
	if n > shownLines {
		s.line("- and %d more in the structured result", n-shownLines)
	}
}

// list heads a list with its completeness, and tells what could be missing.
func list[T any](s *summary, what string, e *queries.Envelope[T], item func(T) string) {
	of := ""
	if e.Symbol != nil {
		of = " of " + name(*e.Symbol)
	}
	s.line("%s%s: total %d, shown %d, %s", what, of, e.Total, e.Shown, e.Status)
	s.items(len(e.Items), func(i int) string { return item(e.Items[i]) })
	s.reasons(e.Reasons)
	if e.Unresolved.Total > 0 {
		s.line("%d unresolved uses of this name could matter", e.Unresolved.Total)
	}
	if e.Cursor != "" {
		s.line("more: call again with cursor %s", e.Cursor)
	}
	s.index(e.Index)
}

func (s *summary) reasons(reasons []string) {
	for _, reason := range reasons {
		s.line("note: %s", reason)
	}
}

// index says what the reply was made from, and when the source has moved on.
func (s *summary) index(index queries.Index) {
	if index.Version == 0 {
		return
	}
	s.line("index: version %d, %s, loaded %.0f s ago", index.Version, index.Status, index.AgeSeconds)
	if index.Behind > 0 {
		s.line("note: %d commits behind the repository; load brings it up to date", index.Behind)
	}
}

func name(symbol queries.Symbol) string {
	if symbol.StartLine < 1 {
		return strings.TrimSuffix(fmt.Sprintf("%s %s (%s)", symbol.Kind, symbol.QualifiedName, symbol.Path), " ()")
	}
	return fmt.Sprintf("%s %s (%s:%d)", symbol.Kind, symbol.QualifiedName, symbol.Path, symbol.StartLine)
}

func itemLine(item queries.Item) string {
	text := fmt.Sprintf("%s  %s, %s, %.0f %%", name(item.Symbol), item.Via, item.Evidence, item.Confidence*100)
	if item.Depth > 1 {
		text += fmt.Sprintf(", depth %d", item.Depth)
	}
	for _, site := range item.Sites {
		text += fmt.Sprintf("  %s:%d", site.Path, site.Line)
	}
	return text
}
