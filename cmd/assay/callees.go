package main

import (
	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/queries"
)

func newCallees(a *app) *cobra.Command {
	return newListVerb(a, "callees", "List what a symbol calls", httpapi.Questions.Callees, showCallees)
}

// showCallees tells the unresolved uses as the symbol's own.
func showCallees(p *printer, list *queries.Envelope[queries.Item]) {
	showFocus(p, list.Symbol)
	p.table(itemHeader, itemRows(list.Items))
	showCompleteness(p, list)
	showUnresolved(p, list.Unresolved, "in it have no known target")
	showEnd(p, list)
}
