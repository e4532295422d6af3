package main

import (
	"github.com/spf13/cobra"

	"assay/deploy/neo4j"
	"assay/internal/fault"
)

func newUp(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "up", Short: "Start the managed Neo4j server and leave it running", Args: cobra.NoArgs,
		Long: "Start the managed Neo4j server, leave it running, and say where it and Neo4j Browser are. The first time downloads it.\n" +
			"Not needed before other verbs: they start it themselves.",
		Example: "  assay up",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.refuseOwnServer(); err != nil {
				return err
			}
			found, err := a.database(cmd.Context(), neo4j.Long)
			if err != nil {
				return err
			}
			return a.show(found.Instance, func(p *printer) { showInstance(p, found.Instance) })
		},
	}
}

// refuseOwnServer keeps up and down from acting beside the server that the user named.
func (a *app) refuseOwnServer() error {
	if a.config.Neo4j.URI == "" {
		return nil
	}
	return fault.New(fault.Invalid, "NEO4J_URI names a server of your own; assay starts and stops only its managed one").
		Fix("unset NEO4J_URI to use the managed server")
}

// showInstance tells how to reach a managed server; the password stays in its file.
func showInstance(p *printer, instance neo4j.Instance) {
	p.line("Neo4j     %s  (process %d, %s, since %s)", p.strong(instance.URI), instance.PID, string(instance.Mode), instance.StartedAt.Format("2006-01-02 15:04:05"))
	p.line("Browser   %s", instance.Browser())
	p.line("user      %s, password in %s", instance.Username, instance.PasswordFile)
	p.line("log       %s", instance.Log)
}
