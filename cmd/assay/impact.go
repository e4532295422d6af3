package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/internal/fault"
	"assay/queries"
)

func newImpact(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "impact SYMBOL", Short: "List what may break when a symbol changes, nearest first", Args: cobra.ExactArgs(1),
		Example: "  assay impact shop/money.py::parse\n  assay impact Order.total --depth 2 --exclude-tests",
	}
	flags := addListFlags(cmd)
	depth := cmd.Flags().Int("depth", 0, "longest chain of `N` uses followed (default: to the end)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		list, err := flags.options()
		if err != nil {
			return err
		}
		if *depth < 0 {
			return fault.New(fault.Invalid, "--depth is at least 0")
		}
		options := queries.ImpactOptions{ListOptions: list, Depth: *depth}
		_, err = ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Impact, error) {
			return q.Impact(ctx, project, args[0], options)
		}, showImpact)
		return err
	}
	return cmd
}

func showImpact(p *printer, impact *queries.Impact) {
	showFocus(p, impact.Symbol)
	p.table(itemHeader, itemRows(impact.Items))
	showSection(p, "callers in the same class", impact.SelfCallers)
	showSection(p, "tests", impact.Tests)
	showEnvelope(p, &impact.Envelope)
}

func showSection(p *printer, title string, items []queries.Item) {
	if len(items) == 0 {
		return
	}
	p.line("\n%s", p.strong(title))
	p.table(itemHeader, itemRows(items))
}
