package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/queries"
)

func newProjects(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "projects", Short: "List the loaded projects", Args: cobra.NoArgs,
		Example: "  assay projects\n  assay projects --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			session, err := a.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer session.close(cmd.Context())
			list, err := session.questions.Projects(cmd.Context())
			if err != nil {
				return err
			}
			return a.show(list, func(p *printer) { showProjects(p, list) })
		},
	}
}

func showProjects(p *printer, list *queries.Envelope[queries.Project]) {
	rows := make([][]string, len(list.Items))
	for i, project := range list.Items {
		rows[i] = []string{
			project.Name, project.Index.Status, strings.Join(project.Languages, ","), fmt.Sprint(project.Counts["files"]),
			fmt.Sprint(project.Counts["symbols"]), project.LoadedAt.Format(time.DateTime), project.Root,
		}
	}
	p.table([]string{"PROJECT", "STATUS", "LANGUAGES", "FILES", "SYMBOLS", "LOADED", "ROOT"}, rows)
	if len(rows) == 0 {
		p.line("no project is loaded; assay ingest PATH loads one")
	}
}
