package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/internal/fault"
	"assay/internal/graph"
	"assay/queries"
)

// question asks one thing about a project.
type question[T any] func(ctx context.Context, questions httpapi.Questions, project string) (T, error)

// ask connects, finds the project, asks, and prints the reply: as JSON, or by show for people.
func ask[T any](ctx context.Context, a *app, put question[T], show func(*printer, T)) (reply T, err error) {
	session, err := a.connect(ctx)
	if err != nil {
		return reply, err
	}
	defer session.close(ctx)
	project, err := chooseProject(ctx, session.questions, a.config.Project)
	if err != nil {
		return reply, err
	}
	if reply, err = put(ctx, session.questions, project); err != nil {
		return reply, err
	}
	return reply, a.show(reply, func(p *printer) { show(p, reply) })
}

// show prints a document as JSON or for people.
func (a *app) show(document any, human func(*printer)) error {
	if a.config.JSON {
		return httpapi.WriteDocument(a.out, document)
	}
	human(a.printer())
	return nil
}

// chooseProject takes the project that was named, the only loaded one, or the one whose root holds the current directory.
func chooseProject(ctx context.Context, questions httpapi.Questions, named string) (string, error) {
	if named != "" {
		return named, nil
	}
	loaded, err := questions.Projects(ctx)
	if err != nil {
		return "", err
	}
	switch len(loaded.Items) {
	case 0:
		return "", fault.New(fault.NotFound, "no project is loaded").Fix("assay ingest PATH loads one")
	case 1:
		return loaded.Items[0].Name, nil
	}
	if name := projectHere(loaded.Items); name != "" {
		return name, nil
	}
	names := make([]string, len(loaded.Items))
	for i, p := range loaded.Items {
		names[i] = p.Name
	}
	return "", fault.New(fault.Invalid, "several projects are loaded: %s", strings.Join(names, ", ")).Fix("name one: --project %s", names[0])
}

// projectHere is the project with the deepest root above the current directory.
func projectHere(loaded []queries.Project) string {
	here, err := os.Getwd()
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	if err != nil {
		return ""
	}
	name, depth := "", 0
	for _, p := range loaded {
		inside, err := filepath.Rel(p.Root, here)
		if err == nil && filepath.IsLocal(inside) && len(p.Root) > depth {
			name, depth = p.Name, len(p.Root)
		}
	}
	return name
}

// listFlags are the flags of a question whose reply is a list.
type listFlags struct {
	limit        int
	cursor       string
	evidence     []string
	excludeTests bool
}

func addListFlags(cmd *cobra.Command) *listFlags {
	f := &listFlags{}
	cmd.Flags().IntVar(&f.limit, "limit", 0, "show at most `N` items (default 50)")
	cmd.Flags().StringVar(&f.cursor, "cursor", "", "go on behind the reply that ended with this `CURSOR`")
	cmd.Flags().StringSliceVar(&f.evidence, "evidence", nil, "only edges of these `KINDS` of evidence: observed, exact, inferred, guess")
	_ = cmd.RegisterFlagCompletionFunc("evidence", completeEvidence)
	cmd.Flags().BoolVar(&f.excludeTests, "exclude-tests", false, "leave out tests and fixtures")
	return f
}

func (f *listFlags) options() (queries.ListOptions, error) {
	options := queries.ListOptions{Limit: f.limit, Cursor: f.cursor, ExcludeTests: f.excludeTests}
	if f.limit < 0 {
		return options, fault.New(fault.Invalid, "--limit is at least 1")
	}
	for _, name := range f.evidence {
		evidence, err := graph.ParseEvidence(name)
		if err != nil {
			return options, err
		}
		options.Evidence = append(options.Evidence, evidence)
	}
	return options, nil
}

// listQuestion is a method of the questions that lists what belongs to a symbol.
type listQuestion[T any] func(httpapi.Questions, context.Context, string, string, queries.ListOptions) (*queries.Envelope[T], error)

// newListVerb makes the verb of a question whose reply is a list about a symbol.
func newListVerb[T any](a *app, use, short string, put listQuestion[T], show func(*printer, *queries.Envelope[T])) *cobra.Command {
	cmd := &cobra.Command{
		Use: use + " SYMBOL", Short: short, Args: cobra.ExactArgs(1),
		Example: fmt.Sprintf("  assay %[1]s Order.total\n  assay %[1]s shop/money.py::parse --limit 10 --json", use),
	}
	flags := addListFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		options, err := flags.options()
		if err != nil {
			return err
		}
		_, err = ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Envelope[T], error) {
			return put(q, ctx, project, args[0], options)
		}, show)
		return err
	}
	return cmd
}
