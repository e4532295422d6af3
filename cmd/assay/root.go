package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/internal/fault"
)

// Groups of verbs in the help.
const (
	groupLoad   = "load"
	groupAsk    = "ask"
	groupServer = "server"
)

// newRoot makes the command line: one verb a file.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "What an engineer or a coding agent must know before touching code, with evidence",
		Long: "assay loads a code repository into Neo4j as evidence and answers what must be known before touching code:\n" +
			"who calls this, what breaks when it changes, which tests prove it.",
		Example:       "  assay demo\n  assay ingest ~/src/project\n  assay impact Order.total",
		Version:       version(),
		Args:          onlyVerbs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.configure(givenFlags(cmd)); err != nil {
				return err
			}
			a.parsed = true
			return checkGiven(cmd)
		},
	}
	flags := root.PersistentFlags()
	flags.String("project", "", "`NAME` of the project to work on (default: the only one, or the one that holds the current directory)")
	flags.Bool("json", false, "print JSON, the same documents as the HTTP API")
	flags.String("home", "", "data directory `DIR` (default: $ASSAY_HOME, else the XDG data folder)")
	flags.Bool("no-color", false, "no colour, also with NO_COLOR or TERM=dumb")
	flags.String("log-level", "", "`LEVEL` of the log: trace, debug, info, warn or error")
	root.AddGroup(&cobra.Group{ID: groupLoad, Title: "Load"}, &cobra.Group{ID: groupAsk, Title: "Ask"}, &cobra.Group{ID: groupServer, Title: "Serve and run"})
	root.SetVersionTemplate("assay {{.Version}}\n")
	root.SetHelpCommand(newHelp())
	root.SuggestionsMinimumDistance = suggestDistance
	root.SetCompletionCommandGroupID(groupServer)
	addVerbs(root, a)
	addArguments(a, root)
	return root
}

// checkGiven refuses what a flag was given that a question would take for its absence.
func checkGiven(cmd *cobra.Command) error {
	if f := cmd.Flags().Lookup("project"); f != nil && f.Changed && f.Value.String() == "" {
		return fault.New(fault.Invalid, "--project is empty").Fix("name a loaded project; assay projects lists them").Fix("or leave the flag out")
	}
	if f := cmd.Flags().Lookup("limit"); f != nil && f.Changed && f.Value.String() == "0" {
		return fault.New(fault.Invalid, "--limit is 0; it must be at least 1").Fix("leave the flag out for the default")
	}
	return nil
}

func addVerbs(root *cobra.Command, a *app) {
	add := func(group string, verbs ...*cobra.Command) {
		for _, verb := range verbs {
			verb.GroupID = group
		}
		root.AddCommand(verbs...)
	}
	add(groupLoad, newIngest(a), newJobs(a), newImport(a), newReset(a), newExport(a))
	add(groupAsk, newAnswer(a), newSymbol(a), newSource(a), newCallers(a), newCallees(a), newImpact(a), newTests(a), newProjects(a), newStatistics(a), newHealth(a), newCypher(a))
	add(groupAsk, newSearch(a), newContext(a), newBundle(a), newNeighbourhood(a), newHubs(a), newFiles(a), newPackages(a))
	add(groupServer, newDemo(a), newServe(a), newMCP(a), newWorker(a), newUp(a), newDown(a), newStatus(a), newDoctor(a))
	add(groupServer, newPing(a), newMan(a))
	add("", newParseWorker(a), newRunJob(a), newBench(a), newFaults(a))
	add("", newExitCodes(), newEnvironment())
}

// givenFlags are the flags on the command line, by name; package config knows which of them are settings.
func givenFlags(cmd *cobra.Command) map[string]string {
	given := map[string]string{}
	cmd.Flags().Visit(func(f *pflag.Flag) { given[f.Name] = f.Value.String() })
	return given
}
