package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/internal/graph"
	"assay/queries"
)

func newNeighbourhood(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "neighbourhood SYMBOL", Short: "Show everything one edge away from a symbol", Args: cobra.ExactArgs(1),
		Example: "  assay neighbourhood Order.total\n  assay neighbourhood shop/money.py --exclude-tests --limit 50",
	}
	var options queries.ListOptions
	cmd.Flags().IntVar(&options.Limit, "limit", 0, "show at most `N` neighbours of each type and direction (default 20)")
	cmd.Flags().BoolVar(&options.ExcludeTests, "exclude-tests", false, "leave out tests and fixtures")
	evidence := cmd.Flags().StringSlice("evidence", nil, "only edges of these `KINDS` of evidence: observed, exact, inferred, guess")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		for _, name := range *evidence {
			options.Evidence = append(options.Evidence, graph.Evidence(name)) // checked by the question
		}
		_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Neighbourhood, error) {
			return q.Neighbourhood(ctx, project, args[0], options)
		}, showNeighbourhood)
		return err
	}
	return cmd
}

func showNeighbourhood(p *printer, n *queries.Neighbourhood) {
	showFocus(p, &n.Symbol)
	showHub(p, n.Hub)
	for _, g := range n.Groups {
		p.line("\n%s  %d of %d", p.strong(g.Type+" "+g.Direction), g.Shown, g.Total)
		rows := make([][]string, len(g.Items))
		for i, item := range g.Items {
			rows[i] = []string{item.Symbol.Kind, item.Symbol.QualifiedName, place(item.Symbol), item.Evidence, lineList(item.Lines), mark(item.Hub)}
		}
		p.table([]string{"KIND", "NAME", "PLACE", "EVIDENCE", "LINES", "HUB"}, rows)
	}
	p.line("\n%s", p.strong(string(n.Status)))
	for _, reason := range n.Reasons {
		p.line("  %s", reason)
	}
	showIndex(p, n.Index)
}

func showHub(p *printer, hub *queries.HubItem) {
	if hub != nil {
		p.line("a %s hub of degree %d", string(hub.Kind), hub.Degree)
	}
}

func mark(set bool) string {
	if set {
		return "hub"
	}
	return ""
}

func lineList(lines []int) string {
	const shown = 8
	text := strings.Trim(fmt.Sprint(lines[:min(len(lines), shown)]), "[]")
	if len(lines) > shown {
		text += " ..."
	}
	return text
}

func newContext(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "context SYMBOL", Short: "Show a definition with source, callers, callees, tests and fixtures", Args: cobra.ExactArgs(1),
		Example: "  assay context Order.total\n  assay context shop/money.py::parse --limit 5",
	}
	limit := cmd.Flags().Int("limit", 0, "show at most `N` items of each list (default 20)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Context, error) {
			return q.Context(ctx, project, args[0], *limit)
		}, showContext)
		return err
	}
	return cmd
}

func showContext(p *printer, c *queries.Context) {
	showFocus(p, &c.Definition.Symbol)
	showHub(p, c.Hub)
	showText(p, c.Source.StartLine, c.Source.Text)
	if c.Source.LeftOut > 0 {
		p.line("%d lines more: assay source has them", c.Source.LeftOut)
	}
	showPart(p, "callers", c.Callers, func() { p.table(itemHeader, itemRows(c.Callers.Items)) })
	showPart(p, "callees", c.Callees, func() { p.table(itemHeader, itemRows(c.Callees.Items)) })
	showPart(p, "tests", c.Tests, func() { p.table(testHeader, testRows(c.Tests.Items)) })
	showPart(p, "fixtures", c.Fixtures, func() {
		rows := make([][]string, len(c.Fixtures.Items))
		for i, f := range c.Fixtures.Items {
			rows[i] = []string{f.Symbol.QualifiedName, place(f.Symbol), f.Scope, fmt.Sprint(f.Tests)}
		}
		p.table([]string{"FIXTURE", "PLACE", "SCOPE", "TESTS"}, rows)
	})
	showIndex(p, c.Index)
}

// showPart heads a list within a reply and closes it with what it lacks.
func showPart[T any](p *printer, title string, part queries.Section[T], table func()) {
	p.line("\n%s  %d of %d, %s", p.strong(title), part.Shown, part.Total, string(part.Status))
	table()
	for _, reason := range part.Reasons {
		p.line("  %s", reason)
	}
}

func newBundle(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "bundle SYMBOL", Short: "Choose what to read before an edit, within a budget of tokens", Args: cobra.ExactArgs(1),
		Example: "  assay bundle Order.total\n  assay bundle shop/money.py::parse --budget 12000",
	}
	budget := cmd.Flags().Int("budget", 0, "let the parts take at most `N` tokens together (default 4000)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Bundle, error) {
			return q.Bundle(ctx, project, args[0], *budget)
		}, showBundle)
		return err
	}
	return cmd
}

func showBundle(p *printer, b *queries.Bundle) {
	showFocus(p, &b.Symbol)
	showHub(p, b.Hub)
	for _, part := range b.Parts {
		p.line("\n%s %s  %s", p.strong(part.Kind), part.Symbol.QualifiedName, p.faint(fmt.Sprintf("%s:%d-%d  %d tokens", part.Symbol.Path, part.StartLine, part.EndLine, part.Tokens)))
		if len(part.Lines) == 0 {
			showText(p, part.StartLine, part.Text)
			continue
		}
		p.line("%s", strings.TrimRight(part.Text, "\r\n")) // excerpts around several places have no lines in a row
	}
	p.line("\n%d of %d tokens (%s), %s", b.Tokens, b.Budget, b.Rule, p.strong(string(b.Status)))
	for _, l := range b.LeftOut {
		p.line("  left out: %d %s, %s", l.Count, l.Kind, l.Why)
	}
	for _, h := range b.Hubs {
		p.line("  %s hub left out: %s %s, degree %d", string(h.Kind), h.Symbol.QualifiedName, place(h.Symbol), h.Degree)
	}
	for _, reason := range b.Reasons {
		p.line("  %s", reason)
	}
	showIndex(p, b.Index)
}
