package main

import (
	"bufio"

	"github.com/spf13/cobra"
)

func newExport(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "export", Short: "Print a project as JSON lines, the same bytes for the same files", Args: cobra.NoArgs,
		Long: "Print a project as JSON lines: every node read from the source with the edges that leave it, in a fixed order, so that\n" +
			"equal files give equal bytes. Left out are the project itself with its edges to what nothing else holds, its versions,\n" +
			"runs of tests, texts of files and what is derived for search; assay statistics counts the edges of the project too.",
		Example: "  assay export --project shop >shop.jsonl",
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			session, err := a.connect(ctx)
			if err != nil {
				return err
			}
			defer session.close(ctx)
			project, err := chooseProject(ctx, session.questions, a.config.Project)
			if err != nil {
				return err
			}
			out := bufio.NewWriter(a.out)
			if err := session.questions.Export(ctx, project, out); err != nil {
				return err
			}
			return out.Flush()
		},
	}
}
