package queries

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/fault"
	"assay/internal/graph"
)

// Bounds of one definition.
const (
	shownMembers = 200
	maxText      = 64 << 20 // bytes of one file
)

// Symbol describes one definition. Callers are counted as Callers lists them, callees and tests as those questions do.
func (s *Service) Symbol(ctx context.Context, project, symbol string) (*SymbolDetail, error) {
	return ask(ctx, s, project, symbol, func(t target) (*SymbolDetail, error) {
		detail, err := s.detail(ctx, project, t)
		if err != nil {
			return nil, err
		}
		p, err := at(ListOptions{Limit: 1}, "symbol")
		if err != nil {
			return nil, err
		}
		callers, err := s.callers(ctx, project, p, t)
		if err != nil {
			return nil, err
		}
		p.evidence = []string{string(graph.Observed)}
		tests, err := s.tests(ctx, project, p, t)
		if err != nil {
			return nil, err
		}
		detail.judge(callers, tests)
		return detail, nil
	})
}

// judge says how certain the numbers of a definition are, by the lists that they count.
func (d *SymbolDetail) judge(callers *Envelope[Item], tests *Envelope[TestItem]) {
	d.CallersStatus, d.Unresolved, d.CoveredStatus = callers.Status, callers.Unresolved.Total, tests.Status
	if tests.Status == Unknown && d.CoveredBy != nil && *d.CoveredBy == 0 {
		d.CoveredBy = nil
	}
	d.Reasons = []string{}
	for _, reason := range append(slices.Clone(callers.Reasons), tests.Reasons...) {
		if !slices.Contains(d.Reasons, reason) { // both lists tell of unresolved uses
			d.Reasons = append(d.Reasons, reason)
		}
	}
}

func (s *Service) detail(ctx context.Context, project string, t target) (*SymbolDetail, error) {
	found, err := s.reader.Detail(ctx, project, DetailQuery{
		ID: t.symbol.ID, Targets: t.called(), Inside: t.inside(), File: t.file(), Members: shownMembers,
	})
	if err != nil {
		return nil, fmt.Errorf("read the definition %s: %w", t.symbol.ID, err)
	}
	if err := same(t.Version, found.Version); err != nil {
		return nil, err
	}
	detail := found.Symbol
	detail.Index = s.index(ctx, found.Snapshot)
	return &detail, nil
}

// Numbers tells the numbers of a definition in words, each as certain as it is.
func (d *SymbolDetail) Numbers() string {
	callers := fmt.Sprintf("callers %d", d.Callers)
	if d.CallersStatus != Complete {
		callers = fmt.Sprintf("callers at least %d", d.Callers)
	}
	executed := "executed by tests: unknown"
	if d.CoveredBy != nil {
		executed = "executed by " + plural(*d.CoveredBy, "test")
		if d.CoveredStatus != Complete {
			executed += " as far as is known"
		}
	}
	return fmt.Sprintf("%s, callees %d, %s", callers, d.Callees, executed)
}

// Source is the text of one definition as it was loaded, byte for byte; of a module it is the whole file.
func (s *Service) Source(ctx context.Context, project, symbol string) (*Source, error) {
	return ask(ctx, s, project, symbol, func(t target) (*Source, error) {
		found, err := s.reader.Text(ctx, project, t.symbol.Path)
		if err != nil {
			return nil, fmt.Errorf("read the text of %s: %w", t.symbol.Path, err)
		}
		if err := same(t.Version, found.Version); err != nil {
			return nil, err
		}
		whole, err := found.text()
		if err != nil {
			return nil, fmt.Errorf("unpack the text of %s: %w", t.symbol.Path, err)
		}
		text := whole
		if !isModule(t.symbol) {
			text = cutLines(whole, t.symbol.StartLine, t.symbol.EndLine)
		}
		return &Source{Symbol: t.symbol, Text: text, SHA256: found.SHA256, Index: s.index(ctx, found.Snapshot)}, nil
	})
}

func (t Text) text() (string, error) {
	if t.GZ == nil {
		return "", fault.New(fault.NotFound, "the text was not kept: the file is %s (%s)", t.Status, t.Reason)
	}
	unpack, err := gzip.NewReader(bytes.NewReader(t.GZ))
	if err != nil {
		return "", fmt.Errorf("open: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(unpack, maxText))
	if err != nil {
		return "", fmt.Errorf("read: %w", err)
	}
	return string(text), nil
}

// cutLines gives the lines from start to end, both counted from 1, with their ends.
func cutLines(text string, start, end int) string {
	lines := strings.SplitAfter(text, "\n")
	start, end = min(max(start-1, 0), len(lines)), min(max(end, 0), len(lines))
	if start >= end {
		return ""
	}
	return strings.Join(lines[start:end], "")
}
