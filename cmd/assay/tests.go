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

// aged is the evidence of a test, with a word where what it executed has changed since.
func aged(item queries.TestItem) string {
	if item.Stale {
		return item.Source + " (stale)"
	}
	return item.Source
}

var testHeader = []string{"TEST", "PLACE", "EVIDENCE", "HOW", "PHASE", "CONFIDENCE"}

func testRows(items []queries.TestItem) [][]string {
	rows := make([][]string, len(items))
	for i, item := range items {
		rows[i] = []string{item.Test.RunnerID, fmt.Sprintf("%s:%d", oneLine(item.Test.Path), item.Test.Line), aged(item), item.How, item.Phase, percent(item.Confidence)}
	}
	return rows
}
