package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"

	"assay/httpapi"
	"assay/internal/config"
	"assay/internal/fault"
	"assay/queries"
)

// app is what every verb works with: the standard streams and the settings.
type app struct {
	in        io.Reader
	out, err  io.Writer
	lookupEnv func(string) (string, bool)
	wiring    wiring
	config    config.Config
	log       zerolog.Logger
	// parsed is true once the command line was understood: errors before that are the caller's.
	parsed bool
}

// exitInterrupted is the exit code after Ctrl-C, as shells have it.
const exitInterrupted = 130

// errAbstained ends a verb whose answer abstained: a reply was printed, only the exit code tells.
var errAbstained = errors.New("abstained")

// run executes one command line and gives the exit code.
func (a *app) run(ctx context.Context, args []string) int {
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	verb, err := root.ExecuteContextC(ctx)
	if err != nil && !a.parsed {
		a.guess(args)
		err = usageError(err, verb.UseLine())
	}
	if err != nil && ctx.Err() != nil { // whatever an interrupted verb failed with
		err = context.Canceled
	}
	return a.report(err)
}

// guess takes what decides how an error looks from a command line that could not be understood. Settings that cannot be
// read themselves leave plain text.
func (a *app) guess(args []string) {
	settings, err := config.Load(config.Sources{LookupEnv: a.lookupEnv})
	a.config = settings
	a.config.JSON = settings.JSON || slices.Contains(args, "--json")
	a.config.NoColor = settings.NoColor || err != nil || slices.Contains(args, "--no-color")
}

// usageError makes an error of the command line the caller's, unless it says itself what it is.
func usageError(err error, usage string) error {
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	return fault.New(fault.Invalid, "%s", err).Fix("%s", usage).Fix("assay --help lists the verbs and flags")
}

// report tells an error on stderr, for people or as a problem document, and gives the exit code.
func (a *app) report(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errAbstained):
		return fault.ExitAbstained
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(a.err, "assay: interrupted")
		return exitInterrupted
	}
	problem := httpapi.NewProblem(err)
	if problem.Kind == fault.Internal {
		problem.Detail = err.Error() // the one who runs the command may know
	}
	if a.config.JSON {
		_ = httpapi.WriteDocument(a.err, problem)
	} else {
		a.showProblem(problem)
	}
	a.log.Debug().Err(err).Msg("failed")
	return fault.Exit(err)
}

func (a *app) showProblem(problem httpapi.Problem) {
	p := a.printerOn(a.err)
	p.line("%s %s", p.strong("assay:"), problem.Detail)
	for _, c := range problem.Candidates {
		p.line("  %s %s  %s", c.Kind, c.QualifiedName, place(queries.Symbol{Path: c.Path, StartLine: c.StartLine}))
	}
	for _, fix := range problem.Fixes {
		p.line("  -> %s", fix)
	}
}

// configure reads the settings once the flags are known.
func (a *app) configure(flags map[string]string) error {
	settings, err := config.Load(config.Sources{Flags: flags, LookupEnv: a.lookupEnv})
	if err != nil {
		return err
	}
	a.config = settings
	a.log = a.newLogger(zerolog.WarnLevel)
	return nil
}

// newLogger writes on stderr: lines for people on a terminal and JSON elsewhere, from the level of the settings or else
// from the given one.
func (a *app) newLogger(fallback zerolog.Level) zerolog.Logger {
	level, err := zerolog.ParseLevel(a.config.LogLevel)
	if err != nil || a.config.LogLevel == "" {
		level = fallback
	}
	to := a.err
	if isTerminal(to) {
		to = zerolog.ConsoleWriter{Out: to, NoColor: !a.colourOn(to)}
	}
	return zerolog.New(to).Level(level).With().Timestamp().Logger()
}

// colourOn reports whether text on a stream may be coloured.
func (a *app) colourOn(stream any) bool {
	return !a.config.NoColor && !a.config.Dumb && isTerminal(stream)
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}

// prompt asks on stderr.
func (a *app) prompt(question string) { fmt.Fprint(a.err, question) }

// note tells the user what takes time, on stderr.
func (a *app) note(format string, args ...any) {
	fmt.Fprintf(a.err, "assay: "+format+"\n", args...)
}
