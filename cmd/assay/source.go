package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/queries"
)

func newSource(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "source SYMBOL", Short: "Show the text of a definition as it was loaded", Args: cobra.ExactArgs(1),
		Example: "  assay source Order.total",
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Source, error) {
				return q.Source(ctx, project, args[0])
			}, showSource)
			return err
		},
	}
}

func showSource(p *printer, source *queries.Source) {
	showFocus(p, &source.Symbol)
	showText(p, source.Symbol.StartLine, source.Text)
}

// showText prints lines with their numbers, the first one given.
func showText(p *printer, first int, text string) {
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		p.line("%5d  %s", first+i, strings.TrimRight(line, "\r"))
	}
}
