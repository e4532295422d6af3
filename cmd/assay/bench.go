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
	m := measurement{app: a, session: session, pid: options.databasePID}
	result := bench.Result{Machine: bench.ThisMachine(a.measuredServer(session))}
	if err := m.warm(ctx); err != nil {
		return err
	}
	var project string
	for _, name := range names {
		project = "bench-" + name
		loads, err := m.loads(ctx, name, project)
		if err != nil {
			return err
		}
		result.Loads = append(result.Loads, loads...)
		result.Asked, result.Functions = name, loads[0].Report.Counts["functions"]
	}
	asker := bench.Asker{Questions: session.questions, DatabasePID: options.databasePID, Project: project, Samples: options.questions}
	if result.Latencies, err = asker.Ask(ctx); err != nil {
		return err
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

// measurement is what all loads of one run share.
type measurement struct {
	app     *app
	session *session
	pid     int // of Neo4j
}

// The server is warmed by loads of one corpus: a Java server compiles what it runs often.
const (
	warmCorpus = "flask"
	warmLoads  = 6
)

func (m measurement) warm(ctx context.Context) error {
	root, err := m.root(ctx, warmCorpus)
	if err != nil {
		return err
	}
	m.app.note("warming Neo4j with %d loads of %s", warmLoads, warmCorpus)
	const project = "bench-warm"
	for range warmLoads {
		if err := m.session.loader.delete(ctx, project); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
		if err := m.with(func(loader bench.Loader) error { return loader.Warm(ctx, root, project) }); err != nil {
			return err
		}
	}
	return m.session.loader.delete(ctx, project)
}

// loads measures the loads of one corpus into a project that is new.
func (m measurement) loads(ctx context.Context, name, project string) (loads []bench.Load, err error) {
	root, err := m.root(ctx, name)
	if err != nil {
		return nil, err
	}
	if err := m.session.loader.delete(ctx, project); err != nil && fault.KindOf(err) != fault.NotFound {
		return nil, err
	}
	m.app.note("loading %s", name)
	err = m.with(func(loader bench.Loader) (err error) {
		loads, err = loader.Repository(ctx, name, root, project, benchEdits[name])
		return err
	})
	return loads, err
}

// root is the folder of a corpus.
func (m measurement) root(ctx context.Context, name string) (string, error) {
	distribution, err := corpora.ByName(name)
	if err != nil {
		return "", err
	}
	home := m.app.config.Home
	kept := corpora.Cache{Folder: filepath.Join(home, "corpora"), Python: func(ctx context.Context) (string, error) {
		return pyenv.Make(ctx, home, m.app.note)
	}}
	return kept.Get(ctx, distribution)
}

// with hands over a loader whose data directory, and so its cache of facts, is empty.
func (m measurement) with(use func(bench.Loader) error) error {
	home, err := os.MkdirTemp("", "assay-bench-home-")
	if err != nil {
		return fmt.Errorf("make a data directory for the loads: %w", err)
	}
	defer func() { _ = os.RemoveAll(home) }() // a leftover costs space and nothing else
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the own binary: %w", err)
	}
	database := m.session.database
	return use(bench.Loader{Binary: self, Home: home, DatabasePID: m.pid, Environment: []string{
		"NEO4J_URI=" + database.URI, "NEO4J_USERNAME=" + database.Username, "NEO4J_PASSWORD=" + database.Password,
		"NEO4J_DATABASE=" + database.Database,
	}})
}
