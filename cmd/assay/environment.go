package main

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"assay/internal/config"
)

// newEnvironment is a topic of the help: assay help environment.
func newEnvironment() *cobra.Command {
	return &cobra.Command{
		Use: "environment", Short: "Settings: flags, environment variables and the settings file",
		Long: "A setting comes from its flag, else from its environment variable, else from " + config.FileName +
			"\nin the data directory (ASSAY_HOME, else the XDG data folder), else it has its default:\n\n" + settingsTable() +
			"\nIn the file a dot makes a level: neo4j.uri is uri below neo4j. Secrets have no flag.\n" +
			"TERM=dumb turns colour and progress bars off.",
	}
}

// settingsTable shows the settings in columns, indented.
func settingsTable() string {
	var text strings.Builder
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "    SETTING\tENVIRONMENT\tDEFAULT")
	for _, s := range config.Settings() {
		fmt.Fprintf(columns, "    %s\t%s\t%s\n", s.Name, s.Environment, cmp.Or(s.Default, "-"))
	}
	_ = columns.Flush() // writing to memory does not fail
	return text.String()
}
