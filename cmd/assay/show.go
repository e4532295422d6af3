package main

import (
	"fmt"
	"strings"
	"time"

	"assay/queries"
)

// shownSites is the number of unresolved sites that a table shows; --json has all that the reply holds.
const shownSites = 5

var itemHeader = []string{"DEPTH", "SYMBOL", "PLACE", "VIA", "EVIDENCE", "CONFIDENCE", "SITES"}

func showItems(p *printer, list *queries.Envelope[queries.Item]) {
	showFocus(p, list.Symbol)
	p.table(itemHeader, itemRows(list.Items))
	showEnvelope(p, list)
}

func itemRows(items []queries.Item) [][]string {
	rows := make([][]string, len(items))
	for i, item := range items {
		rows[i] = []string{
			fmt.Sprint(item.Depth), item.Symbol.QualifiedName, place(item.Symbol), item.Via, item.Evidence, percent(item.Confidence), sites(item.Sites),
		}
	}
	return rows
}

// showFocus heads a reply with the symbol that it is about.
func showFocus(p *printer, symbol *queries.Symbol) {
	if symbol != nil {
		p.line("%s %s  %s", symbol.Kind, p.strong(symbol.QualifiedName), p.faint(place(*symbol)))
	}
}

// showEnvelope closes a list: how much of it was shown, how complete it is and what could matter.
func showEnvelope[T any](p *printer, list *queries.Envelope[T]) {
	showCompleteness(p, list)
	showUnresolved(p, list.Unresolved, "of this name could matter")
	showEnd(p, list)
}

func showCompleteness[T any](p *printer, list *queries.Envelope[T]) {
	p.line("%d of %d shown, %s", list.Shown, list.Total, p.strong(string(list.Status)))
	for _, reason := range list.Reasons {
		p.line("  %s", reason)
	}
}

func showEnd[T any](p *printer, list *queries.Envelope[T]) {
	if list.Cursor != "" {
		p.line("more: --cursor %s", list.Cursor)
	}
	showIndex(p, list.Index)
}

// showUnresolved lists the first unresolved uses; meaning says what they have to do with the asked symbol.
func showUnresolved(p *printer, u queries.Unresolved, meaning string) {
	if u.Total == 0 {
		return
	}
	p.line("%s %s:", counted(u.Total, "unresolved use"), meaning)
	shown := u.Sites[:min(shownSites, len(u.Sites))]
	for _, site := range shown {
		in := ""
		if site.Symbol != "" {
			in = " in " + site.Symbol
		}
		p.line("  %s:%d%s (%s)", oneLine(site.Path), site.Line, in, site.Reason)
	}
	if rest := u.Total - len(shown); rest > 0 {
		p.line("  and %d more; --json has the first %d", rest, len(u.Sites))
	}
}

// counted is a number with its noun.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// oneLine shows what would break a line.
func oneLine(text string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(text)
}

// showIndex says what version a reply was made from, and warns when the sources have moved on.
func showIndex(p *printer, index queries.Index) {
	text := fmt.Sprintf("version %d, %s", index.Version, index.Status)
	if len(index.Commit) >= shortCommit {
		text += ", commit " + index.Commit[:shortCommit]
	}
	if index.Dirty {
		text += " with uncommitted changes"
	}
	text += fmt.Sprintf(", loaded %s ago", (time.Duration(index.AgeSeconds) * time.Second).Round(time.Second))
	p.line("%s", p.faint(text))
	if index.Behind > 0 {
		p.line("%s", p.strong(fmt.Sprintf("%d commits behind the repository; assay ingest brings it up to date", index.Behind)))
	}
}

// shortCommit is the number of digits by which people know a commit.
const shortCommit = 10

// place is where a symbol stands; a file has no line, a name none of both, and what is outside stands in its package.
func place(s queries.Symbol) string {
	if s.External {
		outer, _, _ := strings.Cut(s.QualifiedName, ".")
		return s.Language + " " + outer
	}
	if s.StartLine < 1 {
		return oneLine(s.Path)
	}
	return fmt.Sprintf("%s:%d", oneLine(s.Path), s.StartLine)
}

func percent(confidence float64) string { return fmt.Sprintf("%.0f %%", confidence*100) }

func sites(sites []queries.Site) string {
	lines := make([]string, len(sites))
	for i, s := range sites {
		lines[i] = fmt.Sprintf("%s:%d", oneLine(s.Path), s.Line)
		if s.Via != "" {
			lines[i] += " (" + s.Via + ")"
		}
	}
	return strings.Join(lines, " ")
}
