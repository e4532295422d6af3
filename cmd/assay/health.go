package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/queries"
)

func newHealth(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "health", Short: "Whether a project still holds what was published", Args: cobra.NoArgs,
		Long: `Count the nodes and edges of a project and tell the labels and edge types of which somebody else added or removed some:
whoever has Neo4j's password may write over Bolt and in Neo4j Browser. Properties that were set are not found.`,
		Example: "  assay health --project shop",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.health(cmd.Context())
		},
	}
}

func (a *app) health(ctx context.Context) error {
	session, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer session.close(ctx)
	project, err := chooseProject(ctx, session.questions, a.config.Project)
	if err != nil {
		return err
	}
	health, err := session.inspector.Health(ctx, project)
	if err != nil {
		return err
	}
	return a.show(health, func(p *printer) { showHealth(p, health) })
}

func showHealth(p *printer, health *queries.ProjectHealth) {
	p.line("%s: %s", p.strong(health.Project), string(health.Status))
	rows := make([][]string, len(health.Differences))
	for i, d := range health.Differences {
		rows[i] = []string{d.What, d.Name, d.Evidence, fmt.Sprint(d.Expected), fmt.Sprint(d.Found)}
	}
	p.table([]string{"WHAT", "NAME", "EVIDENCE", "PUBLISHED", "FOUND"}, rows)
	for _, reason := range health.Reasons {
		p.line("  %s", reason)
	}
	showIndex(p, health.Index)
}
