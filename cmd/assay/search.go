package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/internal/fault"
	"assay/queries"
)

func newSearch(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "search WORDS", Short: "Find definitions by name, parts of names and words", Args: cobra.MinimumNArgs(1),
		Example: "  assay search refund\n  assay search parse http request --tests --limit 10",
	}
	var options queries.SearchOptions
	cmd.Flags().IntVar(&options.Limit, "limit", 0, "show at most `N` hits (default 50)")
	cmd.Flags().StringVar(&options.Cursor, "cursor", "", "go on behind the reply that ended with this `CURSOR`")
	cmd.Flags().BoolVar(&options.Tests, "tests", false, "tests and fixtures as well")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if options.Limit < 0 {
			return fault.New(fault.Invalid, "--limit is at least 1")
		}
		_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.SearchReply, error) {
			return q.Search(ctx, project, strings.Join(args, " "), options)
		}, showSearch)
		return err
	}
	return cmd
}

func showSearch(p *printer, reply *queries.SearchReply) {
	rows := make([][]string, len(reply.Items))
	for i, hit := range reply.Items {
		rows[i] = []string{hit.Tier, hit.Symbol.Kind, hit.Symbol.QualifiedName, place(hit.Symbol), percent(hit.Confidence), met(hit.Match)}
	}
	p.table([]string{"TIER", "KIND", "SYMBOL", "PLACE", "CONFIDENCE", "MATCH"}, rows)
	switch reply.Tests {
	case "left_out":
		p.line("tests and fixtures are left out; --tests brings them")
	case "only":
		p.line("only tests and fixtures bear these words")
	}
	showEnvelope(p, &reply.Envelope)
}

// met says in short where each word was found.
func met(matches []queries.SearchMatch) string {
	words := make([]string, len(matches))
	for i, m := range matches {
		words[i] = m.Word + " (" + m.Field + ")"
		if m.How == "beginning" || m.How == "spelling" {
			words[i] = m.Word + " (" + m.Field + ", " + m.How + ")"
		}
	}
	return strings.Join(words, ", ")
}
