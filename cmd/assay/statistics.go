package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/queries"
)

func newStatistics(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "statistics", Short: "Count what a project consists of", Args: cobra.NoArgs,
		Example: "  assay statistics --project shop",
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Statistics, error) {
				return q.Statistics(ctx, project)
			}, showStatistics)
			return err
		},
	}
}

func showStatistics(p *printer, s *queries.Statistics) {
	p.line("%s", p.strong(s.Project))
	for _, part := range []struct {
		title  string
		counts map[string]int64
	}{{"NODES", s.Nodes}, {"EDGES", s.Edges}, {"EVIDENCE", s.Evidence}, {"FILES", s.Files}} {
		p.table([]string{part.title, "COUNT"}, countRows(part.counts))
	}
	rows := make([][]string, len(s.Reasons))
	for i, reason := range s.Reasons {
		rows[i] = []string{reason.Reason, fmt.Sprint(reason.Sites)}
	}
	p.line("%d call sites without a target", s.Unresolved)
	p.table([]string{"REASON", "SITES"}, rows)
	showIndex(p, s.Index)
}

// countRows puts the largest count first.
func countRows(counts map[string]int64) [][]string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	rows := make([][]string, len(names))
	for i, name := range names {
		rows[i] = []string{name, fmt.Sprint(counts[name])}
	}
	return rows
}
