package main

import (
	"github.com/spf13/cobra"

	"assay/deploy/neo4j"
)

// stopped is the reply of down.
type stopped struct {
	Stopped bool `json:"stopped"` // false when none ran
}

func newDown(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "down", Short: "Stop the managed Neo4j server; what is loaded stays", Args: cobra.NoArgs,
		Example: "  assay down",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.refuseOwnServer(); err != nil {
				return err
			}
			ran, err := neo4j.Down(cmd.Context(), a.managed(neo4j.Long))
			if err != nil {
				return err
			}
			return a.show(stopped{ran}, func(p *printer) {
				if ran {
					p.line("Neo4j is stopped")
				} else {
					p.line("Neo4j did not run")
				}
			})
		},
	}
}
