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
	p.table(testHeader, testRows(list.Items))
	showEnvelope(p, list)
}

var testHeader = []string{"TEST", "PLACE", "EVIDENCE", "HOW", "PHASE", "CONFIDENCE"}

func testRows(items []queries.TestItem) [][]string {
	rows := make([][]string, len(items))
	for i, item := range items {
		rows[i] = []string{item.Test.RunnerID, fmt.Sprintf("%s:%d", item.Test.Path, item.Test.Line), item.Source, item.How, item.Phase, percent(item.Confidence)}
	}
	return rows
}
