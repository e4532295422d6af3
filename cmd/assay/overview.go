package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/internal/fault"
	"assay/queries"
)

// addPageFlags are the flags of a list that is not about one symbol.
func addPageFlags(cmd *cobra.Command, limit *int, cursor *string) {
	cmd.Flags().IntVar(limit, "limit", 0, "show at most `N` items (default 50)")
	cmd.Flags().StringVar(cursor, "cursor", "", "go on behind the reply that ended with this `CURSOR`")
}

// checkCount refuses a negative number, which a question would take for an absent one.
func checkCount(flag string, n int) error {
	if n < 0 {
		return fault.New(fault.Invalid, "--%s is at least 0", flag)
	}
	return nil
}

func newHubs(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "hubs", Short: "List what very many symbols use, and what most tests execute", Args: cobra.NoArgs,
		Example: "  assay hubs\n  assay hubs --kind test",
	}
	var options queries.HubOptions
	addPageFlags(cmd, &options.Limit, &options.Cursor)
	kind := cmd.Flags().String("kind", "", "only hubs of this `KIND`: call or test")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		options.Kind = queries.HubKind(*kind)
		if err := checkCount("limit", options.Limit); err != nil {
			return err
		}
		_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.HubsReply, error) {
			return q.Hubs(ctx, project, options)
		}, showHubs)
		return err
	}
	return cmd
}

func showHubs(p *printer, reply *queries.HubsReply) {
	p.table([]string{"HUB", "DEGREE", "SYMBOL", "PLACE"}, hubRows(reply.Items))
	p.line("call hubs have at least %d uses", reply.CallBorder)
	if reply.TestsRan > 0 {
		p.line("test hubs were executed by at least %d of the %d tests that ran", reply.TestBorder, reply.TestsRan)
	}
	showEnvelope(p, &reply.Envelope)
}

func hubRows(hubs []queries.HubItem) [][]string {
	rows := make([][]string, len(hubs))
	for i, h := range hubs {
		rows[i] = []string{string(h.Kind), fmt.Sprint(h.Degree), h.Symbol.QualifiedName, place(h.Symbol)}
	}
	return rows
}

func newFiles(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "files [PREFIX]", Short: "List the files, and what became of each", Args: cobra.MaximumNArgs(1),
		Example: "  assay files shop/ --role source\n  assay files --status skipped",
	}
	var options queries.FileOptions
	addPageFlags(cmd, &options.Limit, &options.Cursor)
	cmd.Flags().StringVar(&options.Role, "role", "", "only files of this `ROLE`: source, test, fixture, config, doc, generated, vendored, other")
	cmd.Flags().StringVar(&options.Language, "language", "", "only files of this `LANGUAGE`")
	cmd.Flags().StringVar(&options.Status, "status", "", "only files of this `STATUS`: parsed, partial, skipped, listed")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			options.Prefix = args[0]
		}
		if err := checkCount("limit", options.Limit); err != nil {
			return err
		}
		_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Envelope[queries.File], error) {
			return q.Files(ctx, project, options)
		}, showFiles)
		return err
	}
	return cmd
}

func showFiles(p *printer, list *queries.Envelope[queries.File]) {
	rows := make([][]string, len(list.Items))
	for i, f := range list.Items {
		rows[i] = []string{f.Path, f.Role, f.Language, fmt.Sprint(f.Lines), f.Status, f.Reason}
	}
	p.table([]string{"FILE", "ROLE", "LANGUAGE", "LINES", "STATUS", "REASON"}, rows)
	showEnvelope(p, list)
}

func newPackages(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "packages [PREFIX]", Short: "List the packages with their numbers of files", Args: cobra.MaximumNArgs(1),
		Example: "  assay packages\n  assay packages shop.orders",
	}
	var options queries.PackageOptions
	addPageFlags(cmd, &options.Limit, &options.Cursor)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			options.Prefix = args[0]
		}
		if err := checkCount("limit", options.Limit); err != nil {
			return err
		}
		_, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Envelope[queries.Package], error) {
			return q.Packages(ctx, project, options)
		}, showPackages)
		return err
	}
	return cmd
}

func showPackages(p *printer, list *queries.Envelope[queries.Package]) {
	rows := make([][]string, len(list.Items))
	for i, k := range list.Items {
		rows[i] = []string{k.Name, k.Path, fmt.Sprint(k.Files)}
	}
	p.table([]string{"PACKAGE", "PATH", "FILES"}, rows)
	showEnvelope(p, list)
}
