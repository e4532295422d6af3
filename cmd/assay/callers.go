package main

import (
	"github.com/spf13/cobra"

	"assay/httpapi"
)

func newCallers(a *app) *cobra.Command {
	return newListVerb(a, "callers", "List who calls a symbol", httpapi.Questions.Callers, showItems)
}
