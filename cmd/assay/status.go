package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/deploy/neo4j"
)

// standing is the reply of status.
type standing struct {
	Managed bool   `json:"managed"`
	Home    string `json:"home"` // data directory
	Running bool   `json:"running"`
	Answers bool   `json:"answers"`
	Reason  string `json:"reason,omitempty"` // why it does not answer
	// Server is the managed server while it runs, or the address of the user's own.
	Server *neo4j.Instance `json:"server,omitempty"`
	Own    *neo4j.Address  `json:"own,omitempty"`
}

func newStatus(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Tell whether Neo4j runs and where; starts nothing", Args: cobra.NoArgs,
		Example: "  assay status\n  assay status --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			found, err := a.standing(cmd.Context())
			if err != nil {
				return err
			}
			return a.show(found, func(p *printer) { showStanding(p, found) })
		},
	}
}

func (a *app) standing(ctx context.Context) (standing, error) {
	if a.config.Neo4j.URI == "" {
		looked, err := neo4j.Look(ctx, a.managed(neo4j.Long))
		return standing{
			Managed: true, Home: a.config.Home, Running: looked.Running, Answers: looked.Answers, Reason: looked.Reason, Server: looked.Instance,
		}, err
	}
	session, err := a.connect(ctx)
	if err != nil {
		return standing{}, err
	}
	defer session.close(ctx)
	return standing{Home: a.config.Home, Running: true, Answers: true, Own: &session.database.Address}, nil
}

func showStanding(p *printer, s standing) {
	switch {
	case s.Own != nil:
		p.line("your own Neo4j answers at %s", s.Own.URI)
	case s.Server != nil:
		showInstance(p, *s.Server)
	default:
		p.line("Neo4j does not run; assay up starts it")
	}
	if s.Reason != "" {
		p.line("it does not answer: %s", s.Reason)
	}
	p.line("data      %s", s.Home)
}
