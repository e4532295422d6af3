package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"assay/httpapi/mcp"
	"assay/internal/fault"
)

func newMCP(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "mcp", Short: "Answer a coding agent over standard input and output", Args: cobra.NoArgs,
		Long: `Answer a coding agent by the Model Context Protocol over standard input and output. Agents start it themselves;
docs/mcp.md has what to put into their settings. The first reply comes at once; Neo4j is started in the background where
it does not run, and goes on running afterwards (assay down stops it).`,
		Example: "  claude mcp add assay -- assay mcp --root ~/src",
	}
	var flags serving
	cmd.Flags().StringArrayVar(&flags.roots, "root", nil, "folder `DIR` whose repositories may be loaded; repeat it for several (default: the current one)")
	cmd.Flags().IntVar(&flags.workers, "workers", 1, "run `N` loads at a time; 0 leaves them to assay worker or assay serve")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if flags.workers < 0 || flags.workers > maxConcurrency {
			return fault.New(fault.Invalid, "--workers is %d; it must be between 0 and %d", flags.workers, maxConcurrency)
		}
		if flags.roots, err = loadRoots(flags.roots); err != nil {
			return err
		}
		os.Stdout = os.Stderr // the protocol has the output for itself, whatever else prints
		return a.speakMCP(cmd.Context(), flags)
	}
	return cmd
}

// speakMCP answers until the agent closes the input or the context ends.
func (a *app) speakMCP(parent context.Context, flags serving) error {
	ctx, cancel := context.WithCancel(parent)
	var opened *session
	var stopWorker func()
	starter := mcp.Start(ctx, func(ctx context.Context) (*mcp.Backend, error) {
		session, err := a.connect(ctx)
		if err != nil {
			a.note("the database is not there yet: %s", err)
			return nil, err
		}
		stop, err := a.startWorker(ctx, session, flags.roots, flags.workers)
		if err != nil {
			session.close(ctx)
			return nil, err
		}
		opened, stopWorker = session, stop
		return a.mcpBackend(session, flags.roots), nil
	})
	err := mcp.Serve(ctx, mcp.Options{Version: version(), Backend: starter.Backend, Log: a.mcpLog()}, a.in, a.out)
	cancel()
	starter.Wait()
	if opened != nil {
		stopWorker()
		opened.close(context.WithoutCancel(parent))
	}
	if errors.Is(err, context.Canceled) {
		return nil // a signal is how agents end it
	}
	return err
}

// mcpBackend is what stands behind the tools of a session.
func (a *app) mcpBackend(session *session, roots []string) *mcp.Backend {
	return &mcp.Backend{
		Questions: session.questions, Loads: session.jobs, Cypher: session.cypher, Roots: roots,
		Project: func(ctx context.Context) (string, error) {
			return chooseProject(ctx, session.questions, a.config.Project)
		},
	}
}

// mcpHandler answers agents over HTTP.
func (a *app) mcpHandler(session *session, roots []string) (http.Handler, error) {
	backend := a.mcpBackend(session, roots)
	return mcp.Handler(mcp.Options{
		Version: version(), Log: a.mcpLog(),
		Backend: func(context.Context, func(string)) (*mcp.Backend, error) { return backend, nil },
	})
}

// mcpLog tells the protocol's own messages where everything is told.
func (a *app) mcpLog() *slog.Logger {
	if level, err := zerolog.ParseLevel(a.config.LogLevel); err != nil || a.config.LogLevel == "" || level > zerolog.DebugLevel {
		return nil
	}
	return slog.New(slog.NewJSONHandler(a.err, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
