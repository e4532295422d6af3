package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"
)

// printer writes for people. What comes from a repository passes through it, so control characters never reach the
// terminal.
type printer struct {
	to     io.Writer
	colour bool
}

func (a *app) printerOn(to io.Writer) *printer {
	return &printer{to: to, colour: a.colourOn(to)}
}

// printer writes on stdout.
func (a *app) printer() *printer { return a.printerOn(a.out) }

// line writes one line; text in the arguments is cleaned.
func (p *printer) line(format string, args ...any) {
	for i, arg := range args {
		switch v := arg.(type) {
		case styled:
		case string:
			args[i] = clean(v)
		case fmt.Stringer:
			args[i] = clean(v.String())
		case error:
			args[i] = clean(v.Error())
		}
	}
	fmt.Fprintf(p.to, format+"\n", args...)
}

// table writes rows in columns under a header.
func (p *printer) table(header []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	w := tabwriter.NewWriter(p.to, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{header}, rows...) {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = oneLine(clean(cell))
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	_ = w.Flush()
}

// styled is text that the program itself made, with escape sequences perhaps.
type styled string

// strong shows text bold where colour is allowed.
func (p *printer) strong(text string) styled { return p.style("1", text) }

// faint shows text dim where colour is allowed.
func (p *printer) faint(text string) styled { return p.style("2", text) }

func (p *printer) style(code, text string) styled {
	if text = clean(text); p.colour {
		text = "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	return styled(text)
}

// clean replaces control characters other than line ends and tabs.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || isBidi(r)) {
			return '\uFFFD'
		}
		return r
	}, text)
}

// isBidi reports the characters that reorder text on a terminal.
func isBidi(r rune) bool {
	return r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069'
}
