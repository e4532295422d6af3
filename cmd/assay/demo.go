package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"assay/deploy/neo4j"
	"assay/examples"
	"assay/httpapi"
	"assay/ingest"
	"assay/ingest/coverage"
	"assay/internal/config"
	"assay/internal/fault"
	"assay/internal/pyenv"
	"assay/queries"
)

// What the demo asks about the shop: one that has an answer, one that has none by name alone, one about a change.
const (
	supportedQuestion = "What does RefundService.refund do and which tests prove it?"
	abstainedQuestion = "What calls validate()?"
	impactSymbol      = "shop/money.py::allocate"
)

// demonstration is what the demo found, the reply with --json.
type demonstration struct {
	Ingest    *ingest.Report                      `json:"ingest"`
	Coverage  *coverage.Report                    `json:"coverage"`
	Supported *queries.Answer                     `json:"supported"`
	Abstained *queries.Answer                     `json:"abstained"`
	Impact    *queries.Impact                     `json:"impact"`
	Tests     *queries.Envelope[queries.TestItem] `json:"tests"`
	Server    neo4j.Instance                      `json:"server"`
	Seconds   float64                             `json:"seconds"`
}

func newDemo(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "demo", Short: "Show everything once: Neo4j, an example with its tests, three answers, the API", Args: cobra.NoArgs,
		Example: "  assay demo\n  assay demo --once",
	}
	once := cmd.Flags().Bool("once", false, "end after the answers")
	install := cmd.Flags().Bool("install-missing", neo4j.CanInstall(), "install what is missing; root on Debian or Ubuntu has it on")
	addListenFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.exposed(); err != nil && !*once {
			return err
		}
		if err := a.equip(cmd.Context(), *install); err != nil {
			return err
		}
		return a.demo(cmd.Context(), *once)
	}
	return cmd
}

// equip finds out first what is missing on the machine for a demo, and installs it where that is wanted.
func (a *app) equip(ctx context.Context, install bool) error {
	found := a.diagnoseDemo(ctx)
	if found.OK || !install {
		return missing(found)
	}
	if err := neo4j.InstallMissing(ctx, found.Checks, a.err); err != nil {
		return err
	}
	return missing(a.diagnoseDemo(ctx))
}

// diagnoseDemo looks for what the demo needs: nothing to build assay with, and no server's where the user has one.
func (a *app) diagnoseDemo(ctx context.Context) diagnosis {
	return diagnose(slices.DeleteFunc(neo4j.Doctor(ctx), func(check neo4j.Check) bool {
		return check.Part == neo4j.PartBuild || check.Part == neo4j.PartServer && a.config.Neo4j.URI != ""
	}))
}

func (a *app) demo(ctx context.Context, once bool) error {
	start := time.Now()
	mode := neo4j.Long
	if once {
		mode = neo4j.Quick
	}
	session, err := a.connectIn(ctx, mode)
	if err != nil {
		return err
	}
	defer a.leave(ctx, session)
	a.note("[1/4] Neo4j answers at %s (%.1f s)", session.database.URI, time.Since(start).Seconds())
	found := demonstration{Server: session.database.Instance}
	home := filepath.Join(a.config.Home, "demo")
	python, err := pyenv.Make(ctx, home, a.note)
	if err != nil {
		return err
	}
	if err := a.prepare(ctx, session, stage{examples.ShopPython, home, python}, &found); err != nil {
		return err
	}
	if err := askThree(ctx, session.questions, examples.ShopPython, &found); err != nil {
		return err
	}
	found.Seconds = time.Since(start).Seconds()
	if err := a.show(found, func(p *printer) { showDemonstration(p, found) }); err != nil || once {
		return err
	}
	return a.serveDemo(ctx, session)
}

// stage is where the demo plays.
type stage struct {
	project string // in the database
	home    string // folder of the copy of the example
	python  string // interpreter with the test packages
}

// prepare loads the example and runs its tests as evidence.
func (a *app) prepare(ctx context.Context, session *session, stage stage, found *demonstration) (err error) {
	root := filepath.Join(stage.home, examples.ShopPython)
	if err := freshCopy(root); err != nil {
		return err
	}
	if found.Ingest, err = a.load(ctx, session, ingest.Options{Root: root, Project: stage.project}); err != nil {
		return err
	}
	a.note("[2/4] loaded %s: %d symbols, %d tests, %d edges", root, found.Ingest.Counts["symbols"], found.Ingest.Counts["tests"], found.Ingest.Counts["edges"])
	data := filepath.Join(stage.home, examples.ShopPython+".coverage")
	outcome, err := runPytest(ctx, stage.python, root, data)
	if err != nil {
		return err
	}
	a.note("[3/4] ran its tests with a context for each: %s", outcome)
	found.Coverage, err = session.loader.importCoverage(ctx, coverage.Options{Project: stage.project, Root: root, File: data})
	if err != nil {
		return err
	}
	a.note("[4/4] the tests are evidence: %d tests executed %d functions", found.Coverage.Tests, found.Coverage.Functions)
	return nil
}

// freshCopy writes the example anew: the demo shows the same whatever was tried in the copy before.
func freshCopy(root string) error {
	if err := os.RemoveAll(root); err != nil {
		return fmt.Errorf("remove the old copy of the example: %w", err)
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		return fmt.Errorf("make a folder for the example: %w", err)
	}
	return examples.Write(examples.ShopPython, root)
}

// askThree puts the questions of the demo.
func askThree(ctx context.Context, questions httpapi.Questions, project string, found *demonstration) (err error) {
	if found.Supported, err = questions.Answer(ctx, project, supportedQuestion, queries.AnswerOptions{}); err != nil {
		return err
	}
	if found.Abstained, err = questions.Answer(ctx, project, abstainedQuestion, queries.AnswerOptions{}); err != nil {
		return err
	}
	if found.Impact, err = questions.Impact(ctx, project, impactSymbol, queries.ImpactOptions{}); err != nil {
		return err
	}
	found.Tests, err = questions.Tests(ctx, project, impactSymbol, queries.ListOptions{Limit: 5})
	return err
}

func showDemonstration(p *printer, found demonstration) {
	p.line("\n%s", p.strong("assay answer \""+supportedQuestion+"\""))
	showAnswer(p, found.Supported)
	p.line("\n%s", p.strong("assay answer \""+abstainedQuestion+"\""))
	showAnswer(p, found.Abstained)
	p.line("\n%s", p.strong("assay impact "+impactSymbol))
	showImpact(p, found.Impact)
	p.line("\n%s", p.strong("assay tests "+impactSymbol+" --limit 5"))
	showTests(p, found.Tests)
	p.line("\nthree answers after %.1f s", found.Seconds)
}

// serveDemo serves the API until Ctrl-C and says where everything is.
func (a *app) serveDemo(ctx context.Context, session *session) error {
	listener, err := a.listen(ctx, a.config.Listen)
	if fault.KindOf(err) == fault.Unavailable && a.config.Listen == config.DefaultListen {
		listener, err = net.Listen("tcp", "127.0.0.1:0") // another assay has the usual port
	}
	if err != nil {
		return err
	}
	p := a.printerOn(a.err)
	p.line("\nAPI       %s  (try %s/projects)", p.strong(apiAddress(listener)), apiAddress(listener))
	if session.database.managed {
		showInstance(p, session.database.Instance)
	}
	p.line("Ctrl-C ends it")
	return a.serve(ctx, listener, session, serving{})
}
