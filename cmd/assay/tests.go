package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/queries"
)

func newTests(a *app) *cobra.Command {
	return newListVerb(a, "tests", "List the tests that executed a symbol, or by the text may", httpapi.Questions.Tests, showTests)
}

func showTests(p *printer, list *queries.Envelope[queries.TestItem]) {
	showFocus(p, list.Symbol)
	rows := make([][]string, len(list.Items))
	for i, item := range list.Items {
		rows[i] = []string{item.Test.RunnerID, fmt.Sprintf("%s:%d", item.Test.Path, item.Test.Line), item.Source, item.How, item.Phase, percent(item.Confidence)}
	}
	p.table([]string{"TEST", "PLACE", "EVIDENCE", "HOW", "PHASE", "CONFIDENCE"}, rows)
	showEnvelope(p, list)
}
