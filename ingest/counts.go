package ingest

import (
	"fmt"
	"path"
	"sort"
	"strings"

	"assay/internal/fault"
	"assay/internal/graph"
)

// fillReport lists what was skipped and counts the rest.
func (b *builder) fillReport() {
	for i := range b.files {
		b.fileReport(&b.files[i])
	}
	for _, refused := range b.walked.Refused {
		b.report.Skipped = append(b.report.Skipped, SkippedFile{Path: refused.Path, Reason: refused.Reason})
	}
	sort.SliceStable(b.report.Skipped, func(i, j int) bool { return b.report.Skipped[i].Path < b.report.Skipped[j].Path })
	b.report.Status = graph.SnapshotReady
	if len(b.report.Skipped) > 0 {
		b.report.Status = graph.SnapshotPartial
	}
	b.countRows()
	b.noteOtherLanguages()
}

func (b *builder) fileReport(f *file) {
	b.report.Counts["files_"+string(f.row.Status)]++
	b.report.Counts["files_"+string(f.row.Role)]++
	if f.row.Status != graph.FileSkipped && f.row.Status != graph.FilePartial {
		return
	}
	skipped := SkippedFile{Path: f.row.Path, Reason: f.row.Reason, Partial: f.row.Status == graph.FilePartial}
	if f.facts != nil && len(f.facts.Diagnostics) > 0 {
		skipped.Line = f.facts.Diagnostics[0].Line
	}
	b.report.Skipped = append(b.report.Skipped, skipped)
}

func (b *builder) countRows() {
	g, counts := b.graph, b.report.Counts
	counts["files"] = int64(len(g.Files))
	counts["packages"] = int64(len(g.Packages))
	counts["symbols"] = int64(len(g.Symbols))
	counts["tests"] = int64(len(g.Tests))
	counts["names"] = int64(len(g.Names))
	counts["externals"] = int64(len(g.Externals))
	counts["edges"] = int64(len(g.Edges))
	counts["cached"] = int64(b.cached)
	counts["classes"], counts["functions"], counts["variables"], counts["fixtures"] = 0, 0, 0, 0
	for i := range g.Symbols {
		switch g.Symbols[i].Kind.Label() {
		case graph.LabelClass:
			counts["classes"]++
		case graph.LabelFunction:
			counts["functions"]++
		case graph.LabelVariable:
			counts["variables"]++
		}
		if g.Symbols[i].Fixture != nil {
			counts["fixtures"]++
		}
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		counts[string(e.Type)]++
		if e.Type == graph.EdgeMayCall {
			b.report.Unresolved += max(len(e.Lines), 1)
		}
	}
}

// noteOtherLanguages says how much source no language reads, and when there is none that any does.
func (b *builder) noteOtherLanguages() {
	byExtension := map[string]int{}
	unread := 0
	for i := range b.files {
		row := &b.files[i].row
		if row.Language == "" && (row.Role == graph.RoleSource || row.Role == graph.RoleTest) {
			byExtension[path.Ext(row.Path)]++
			unread++
		}
	}
	if len(b.languagesFound()) == 0 {
		b.note("no file of a language that assay reads (%s): the files are listed only", strings.Join(b.languageNames(), ", "))
	}
	if unread > 0 {
		b.note("%d source files of other languages are listed only: %s", unread, tally(byExtension))
	}
}

func (b *builder) languageNames() []string {
	var names []string
	for _, language := range b.options.Languages {
		names = append(names, language.Name())
	}
	return names
}

func (b *builder) note(format string, args ...any) {
	b.report.Notes = append(b.report.Notes, fmt.Sprintf(format, args...))
}

// tally writes counts, the largest first.
func tally(counts map[string]int) string {
	keys := make([]string, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if counts[keys[i]] != counts[keys[j]] {
			return counts[keys[i]] > counts[keys[j]]
		}
		return keys[i] < keys[j]
	})
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%s (%d)", k, counts[k])
	}
	return strings.Join(keys, ", ")
}

// maxNamedFiles bounds the files that an error names.
const maxNamedFiles = 5

func filesWere(n int) string {
	if n == 1 {
		return "1 file was"
	}
	return fmt.Sprintf("%d files were", n)
}

// strictFault is the error of a strict load that would miss something.
func strictFault(skipped []SkippedFile) error {
	err := fault.New(fault.Invalid, "%s skipped or read in part, and the load is strict", filesWere(len(skipped)))
	for _, s := range skipped[:min(len(skipped), maxNamedFiles)] {
		err = err.Fix("%s: %s", s.Path, s.Reason)
	}
	return err.Fix("load without --strict to have the rest")
}
