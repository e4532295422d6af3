package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/queries"
)

func newSymbol(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "symbol SYMBOL", Short: "Show one definition: place, signature, members, numbers of callers and tests", Args: cobra.ExactArgs(1),
		Example: "  assay symbol Order.total\n  assay symbol shop/money.py:89",
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.SymbolDetail, error) {
				return q.Symbol(ctx, project, args[0])
			}, showSymbol)
			return err
		},
	}
}

func showSymbol(p *printer, s *queries.SymbolDetail) {
	showFocus(p, &s.Symbol)
	for _, annotation := range s.Annotations {
		p.line("  @%s", annotation)
	}
	if s.Signature != "" {
		p.line("  %s", s.Signature)
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(s.Doc), "\n"); first != "" {
		p.line("  %s", p.faint(first))
	}
	p.line("%s, file %s", s.Numbers(), s.FileStatus)
	for _, reason := range s.Reasons {
		p.line("  %s", reason)
	}
	rows := make([][]string, len(s.Members))
	for i, member := range s.Members {
		rows[i] = []string{member.Kind, member.QualifiedName, place(member)}
	}
	p.table([]string{"KIND", "MEMBER", "PLACE"}, rows)
	showIndex(p, s.Index)
}
