package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	record      string
	only        []string
	peers       bool
	sizes       []int
	restSizes   []int
	clients     []int
	functions   int
	time        time.Duration
	rounds      int
	databasePID int
}

// maxMade bounds the functions of a made graph: each takes about 6 kB of memory while it is made and loaded.
const maxMade = 1_000_000

func newBench(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "bench [CORPUS ...]", Short: "Measure loads and questions against the budgets", Hidden: true,
		Long: `Measure loads of known packages, loads of made graphs of growing size, questions over HTTP about the last corpus and the
largest made graph, other tools on the same packages, and memory at rest. Without --output the tables are printed; with it
they replace those of the measured sections in the document, as soon as each is done.`,
		ValidArgs: []string{"requests", "httpx", "jinja2", "flask", "click", "celery", "django"}, Args: cobra.OnlyValidArgs,
	}
	var o benchOptions
	flags := cmd.Flags()
	flags.StringVar(&o.output, "output", "", "document that gets the tables, docs/benchmarks.md in the repository")
	flags.StringVar(&o.record, "record", "", "measure nothing: write the shape that graphs are made from to this file")
	flags.StringSliceVar(&o.only, "only", nil, "sections: loads, growth, questions, rest, peers (default: all but peers)")
	flags.BoolVar(&o.peers, "peers", false, "measure other tools too")
	flags.IntSliceVar(&o.sizes, "sizes", []int{1000, 10_000, 50_000, 100_000, 200_000}, "functions of the made graphs; questions are asked about the largest")
	flags.IntSliceVar(&o.restSizes, "rest-sizes", []int{40_000, 200_000}, "functions of the graphs that are loaded while nothing is asked")
	flags.IntSliceVar(&o.clients, "clients", []int{1, 8, 32}, "numbers of clients")
	flags.IntVar(&o.functions, "questions", 300, "functions to ask about")
	flags.DurationVar(&o.time, "time", 2*time.Second, "time of one measurement of questions")
	flags.IntVar(&o.rounds, "rounds", 3, "runs of each tool, of which the median counts")
	flags.IntVar(&o.databasePID, "neo4j-pid", 0, "process of the Neo4j server (default: that of the managed one)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.check(); err != nil {
			return err
		}
		return a.bench(cmd.Context(), args, o)
	}
	return cmd
}

// check completes the options or says what is wrong with them.
func (o *benchOptions) check() error {
	known := []string{bench.Loads, bench.Growing, bench.Questions, bench.Peering, bench.Resting}
	for _, name := range o.only {
		if !slices.Contains(known, name) {
			return fault.New(fault.Invalid, "%q is no section of the benchmarks", name).Fix("the sections are %s", strings.Join(known, ", "))
		}
	}
	if len(o.only) == 0 {
		o.only = slices.DeleteFunc(known, func(name string) bool { return name == bench.Peering && !o.peers })
	} else if o.peers {
		o.only = append(o.only, bench.Peering)
	}
	for _, list := range []struct {
		flag   string
		values []int
		most   int
	}{{"--sizes", o.sizes, maxMade}, {"--rest-sizes", o.restSizes, maxMade}, {"--clients", o.clients, 1000}, {"--questions", []int{o.functions}, maxMade}, {"--rounds", []int{o.rounds}, 100}} {
		slices.Sort(list.values)
		if len(list.values) == 0 || list.values[0] < 1 || list.values[len(list.values)-1] > list.most {
			return fault.New(fault.Invalid, "%s is %v; it must be between 1 and %d", list.flag, list.values, list.most)
		}
	}
	if o.time <= 0 {
		return fault.New(fault.Invalid, "--time is %v; it must be positive", o.time)
	}
	return nil
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
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the own binary: %w", err)
	}
	m := measurement{
		app: a, session: session, address: session.database.Address, pid: options.databasePID, binary: self, options: options,
		machine: bench.ThisMachine(a.measuredServer(session)),
	}
	if options.record != "" {
		return m.record(ctx)
	}
	return m.sections(ctx, names)
}

// measuredServer says which server was measured.
func (a *app) measuredServer(session *session) string {
	if session.database.managed {
		return fmt.Sprintf("the managed Neo4j 5.26 Community (%s mode)", session.database.Mode)
	}
	return "Neo4j at " + session.database.URI
}

// measurement is what all sections of one run share.
type measurement struct {
	app     *app
	session *session
	address neo4j.Address
	pid     int // of Neo4j
	binary  string
	options benchOptions
	machine bench.Machine
}

// sections measures what is asked for and shows each section as soon as it is done.
func (m measurement) sections(ctx context.Context, names []string) error {
	for _, section := range []struct {
		name    string
		corpora []string
		measure func(ctx context.Context, corpora []string) (string, error)
	}{
		{bench.Loads, []string{"requests", "flask", "click", "django"}, m.loads},
		{bench.Growing, nil, m.growth},
		{bench.Questions, []string{"django"}, m.questions},
		{bench.Peering, []string{"requests", "flask", "click"}, m.peers},
		{bench.Resting, nil, m.rest},
	} {
		if !slices.Contains(m.options.only, section.name) {
			continue
		}
		if len(names) > 0 && section.corpora != nil {
			section.corpora = names
		}
		m.app.note("measuring: %s", section.name)
		out := bench.Begin(section.name, m.machine)
		var err error
		if out.Tables, err = section.measure(ctx, section.corpora); err != nil {
			return fmt.Errorf("measure %s: %w", section.name, err)
		}
		if err := m.show(out); err != nil {
			return err
		}
	}
	return nil
}

func (m measurement) show(section bench.Section) error {
	if m.options.output != "" {
		return bench.Write(m.options.output, section)
	}
	return bench.Print(m.app.out, section)
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

// environment is how a process of its own reaches the measured database.
func (m measurement) environment() []string {
	return []string{
		"NEO4J_URI=" + m.address.URI, "NEO4J_USERNAME=" + m.address.Username, "NEO4J_PASSWORD=" + m.address.Password,
		"NEO4J_DATABASE=" + m.address.Database,
	}
}

// forget removes a project, if there is one.
func (m measurement) forget(ctx context.Context, project string) error {
	if err := m.session.loader.delete(ctx, project); err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	return nil
}
