package main

import (
	"github.com/spf13/cobra"

	"assay/deploy/neo4j"
	"assay/internal/fault"
)

// diagnosis is the reply of doctor.
type diagnosis struct {
	OK     bool          `json:"ok"`
	Checks []neo4j.Check `json:"checks"`
}

func newDoctor(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "doctor", Short: "Look for the tools that assay needs, with the commands that install them", Args: cobra.NoArgs,
		Example: "  assay doctor\n  assay doctor --install-missing",
	}
	install := cmd.Flags().Bool("install-missing", false, "install what is missing, as root on Debian or Ubuntu")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		found := diagnose(neo4j.Doctor(cmd.Context()))
		if !found.OK && *install {
			if err := neo4j.InstallMissing(cmd.Context(), found.Checks, a.err); err != nil {
				return err
			}
			found = diagnose(neo4j.Doctor(cmd.Context()))
		}
		if err := a.show(found, func(p *printer) { showDiagnosis(p, found) }); err != nil {
			return err
		}
		return missing(found)
	}
	return cmd
}

func diagnose(checks []neo4j.Check) diagnosis {
	found := diagnosis{OK: true, Checks: checks}
	for _, check := range checks {
		found.OK = found.OK && check.OK
	}
	return found
}

// missing is the error for what a diagnosis did not find, with the commands that install it.
func missing(found diagnosis) error {
	if found.OK {
		return nil
	}
	failed := fault.New(fault.Unavailable, "something that assay needs is missing on this machine")
	for _, check := range found.Checks {
		if !check.OK {
			failed = failed.Fix("%s (%s): %s", check.Name, check.Needed, check.Fix)
		}
	}
	return failed
}

func showDiagnosis(p *printer, found diagnosis) {
	rows := make([][]string, len(found.Checks))
	for i, check := range found.Checks {
		state := "ok"
		if !check.OK {
			state = "missing"
		}
		rows[i] = []string{state, check.Name, check.Found, check.Needed}
	}
	p.table([]string{"STATE", "TOOL", "FOUND", "NEEDED FOR"}, rows)
}
