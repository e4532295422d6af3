package main

import "github.com/spf13/cobra"

// parseWorkerVerb is the hidden verb that a load starts its child processes with.
const parseWorkerVerb = "parse-worker"

func newParseWorker(a *app) *cobra.Command {
	return &cobra.Command{
		Use: parseWorkerVerb, Hidden: true, Args: cobra.NoArgs,
		// A worker needs no settings, so a faulty settings file cannot stop it.
		PersistentPreRunE: func(*cobra.Command, []string) error {
			a.parsed = true
			return nil
		},
		RunE: func(*cobra.Command, []string) error { return a.wiring.serveParser(a.in, a.out) },
	}
}
