package main

import (
	"github.com/spf13/cobra"

	"assay/httpapi"
)

func newCallees(a *app) *cobra.Command {
	return newListVerb(a, "callees", "List what a symbol calls", httpapi.Questions.Callees, showItems)
}
