package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"assay/cmd/internal/bench"
	"assay/cmd/internal/corpora"
	"assay/deploy/neo4j"
	"assay/internal/fault"
	"assay/internal/pyenv"
)

// benchEdits are the files that get a line more in the measured corpora.
var benchEdits = map[string]string{
	"requests": "src/requests/utils.py", "flask": "src/flask/helpers.py", "click": "src/click/utils.py",
	"jinja2": "src/jinja2/utils.py", "httpx": "httpx/_utils.py", "celery": "celery/utils/functional.py",
	"django": "django/utils/functional.py",
}

// benchOptions are the flags of the verb.
type benchOptions struct {
	output      string
	questions   int
	databasePID int
}

func newBench(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "bench [CORPUS ...]", Short: "Measure loads and questions against the budgets (the last corpus is asked about)", Hidden: true,
		ValidArgs: []string{"requests", "httpx", "jinja2", "flask", "click", "celery", "django"}, Args: cobra.OnlyValidArgs,
	}
	var options benchOptions
	cmd.Flags().StringVar(&options.output, "output", "", "document that gets the tables, docs/benchmarks.md in the repository")
	cmd.Flags().IntVar(&options.questions, "questions", 300, "functions to ask about")
	cmd.Flags().IntVar(&options.databasePID, "neo4j-pid", 0, "process of the Neo4j server (default: that of the managed one)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			args = []string{"requests", "flask", "click", "django"}
		}
		return a.bench(cmd.Context(), args, options)
	}
	return cmd
}

func (a *app) bench(ctx context.Context, names []string, options benchOptions) error {
	session, err := a.connectIn(ctx, neo4j.Long)
	if err != nil {
		return err
	}
	defer a.leave(ctx, session)
	if options.databasePID == 0 {
		options.databasePID = session.database.PID
	}
	if options.databasePID == 0 {
		return fault.New(fault.Invalid, "the process of your Neo4j server is not known").Fix("give it with --neo4j-pid, or measure the managed server")
	}
	result := bench.Result{Machine: bench.ThisMachine(a.measuredServer(session))}
	for i, name := range names {
		project := fmt.Sprintf("bench-%s", name)
		loads, err := a.benchLoads(ctx, session, name, project, options.databasePID)
		if err != nil {
			return err
		}
		result.Loads = append(result.Loads, loads...)
		if i < len(names)-1 {
			continue
		}
		result.Asked, result.Functions = name, loads[0].Report.Counts["functions"]
		asker := bench.Asker{Questions: session.questions, DatabasePID: options.databasePID, Project: project, Samples: options.questions}
		if result.Latencies, err = asker.Ask(ctx); err != nil {
			return err
		}
	}
	if options.output != "" {
		return bench.Write(options.output, result)
	}
	return bench.Print(a.out, result)
}

// measuredServer says which server was measured.
func (a *app) measuredServer(session *session) string {
	if session.database.managed {
		return fmt.Sprintf("the managed Neo4j 5.26 Community (%s mode)", session.database.Mode)
	}
	return "Neo4j at " + session.database.URI
}

// python gives an interpreter with pip.
func (a *app) python(ctx context.Context) (string, error) {
	return pyenv.Make(ctx, a.config.Home, a.note)
}

// benchLoads measures the loads of one corpus into a project that is new.
func (a *app) benchLoads(ctx context.Context, session *session, name, project string, pid int) ([]bench.Load, error) {
	a.note("loading %s", name)
	distribution, err := corpora.ByName(name)
	if err != nil {
		return nil, err
	}
	kept := corpora.Cache{Folder: filepath.Join(a.config.Home, "corpora"), Python: a.python}
	root, err := kept.Get(ctx, distribution)
	if err != nil {
		return nil, err
	}
	if err := session.loader.delete(ctx, project); err != nil && fault.KindOf(err) != fault.NotFound {
		return nil, err
	}
	home, err := os.MkdirTemp("", "assay-bench-home-")
	if err != nil {
		return nil, fmt.Errorf("make a data directory for the loads: %w", err)
	}
	defer func() { _ = os.RemoveAll(home) }() // a leftover costs space and nothing else
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the own binary: %w", err)
	}
	loader := bench.Loader{
		Binary: self, Home: home, DatabasePID: pid, Environment: []string{
			"NEO4J_URI=" + session.database.URI, "NEO4J_USERNAME=" + session.database.Username,
			"NEO4J_PASSWORD=" + session.database.Password, "NEO4J_DATABASE=" + session.database.Database,
		},
	}
	return loader.Repository(ctx, name, root, project, benchEdits[name])
}
