package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"assay/cmd/internal/faults"
	"assay/internal/fault"
)

func newFaults(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "faults", Short: "Kill service, worker and Neo4j during loads and check that nothing is lost or mixed", Hidden: true, Args: cobra.NoArgs,
		Long: "Kill service, worker and Neo4j at random moments of loads, and check that no load is lost, that each reply of the API\nis of one version, and that the graph is that of a fresh load. Everything is its own: nothing of yours is touched.",
	}
	kills := cmd.Flags().Int("kills", 50, "how many")
	seed := cmd.Flags().Uint64("seed", 1, "of what is killed when")
	output := cmd.Flags().String("output", "", "document that gets the result, docs/faults.md in the repository")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *kills < 1 {
			return fault.New(fault.Invalid, "--kills is %d; it must be at least 1", *kills)
		}
		result, err := a.faults(cmd.Context(), *kills, *seed)
		if err != nil {
			return err
		}
		faults.Print(a.out, result)
		if !result.Holds() {
			return fault.New(fault.Internal, "not everything held")
		}
		if *output != "" {
			return faults.Document(*output, result)
		}
		return nil
	}
	return cmd
}

// faults runs the kills against a server and in a folder made for it, which go with it.
func (a *app) faults(ctx context.Context, kills int, seed uint64) (result faults.Result, err error) {
	folder, err := os.MkdirTemp("", "assay-faults-")
	if err != nil {
		return result, fmt.Errorf("make a folder for the kills: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return result, fmt.Errorf("find the own binary: %w", err)
	}
	server, err := faults.StartManaged(ctx, filepath.Join(folder, "server"), filepath.Join(a.config.Home, "neo4j", "jars"), a.note)
	if err != nil {
		return result, err
	}
	defer func() {
		if stopErr := server.Stop(context.WithoutCancel(ctx)); stopErr != nil {
			a.note("Neo4j of the kills did not stop: %s", stopErr)
		}
		if err != nil || !result.Holds() {
			a.note("the logs are kept in %s", folder)
			return
		}
		_ = os.RemoveAll(folder) // a leftover costs space and nothing else
	}()
	return faults.Run(ctx, faults.Options{Binary: self, Folder: folder, Server: server, Kills: kills, Seed: seed, Logf: a.note})
}
