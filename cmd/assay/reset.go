package main

import (
	"bufio"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"assay/internal/config"
	"assay/internal/fault"
)

// deleted is the reply of reset.
type deleted struct {
	Project string `json:"project"`
	Deleted bool   `json:"deleted"`
}

func newReset(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "reset PROJECT", Short: "Remove a project from the database; its repository is not touched", Args: cobra.ExactArgs(1),
		Example: "  assay reset shop\n  assay reset shop --yes",
	}
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := config.CheckProject(args[0]); err != nil {
			return err
		}
		if !*yes {
			if err := a.confirm("Remove project " + args[0] + " with all its evidence? [y/N] "); err != nil {
				return err
			}
		}
		return a.reset(cmd.Context(), args[0])
	}
	return cmd
}

func (a *app) reset(ctx context.Context, project string) error {
	session, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer session.close(ctx)
	if err := session.loader.delete(ctx, project); err != nil {
		return err
	}
	return a.show(deleted{project, true}, func(p *printer) { p.line("%s is removed", project) })
}

// confirm asks on the terminal; anything but y or yes is an error.
func (a *app) confirm(question string) error {
	if !isTerminal(a.in) {
		return fault.New(fault.Invalid, "this removes data and there is no terminal to ask on").Fix("add --yes")
	}
	a.prompt(question)
	line, _ := bufio.NewReader(a.in).ReadString('\n') // no line is no consent
	if answer := strings.ToLower(strings.TrimSpace(line)); answer == "y" || answer == "yes" {
		return nil
	}
	return fault.New(fault.Invalid, "nothing was removed")
}
