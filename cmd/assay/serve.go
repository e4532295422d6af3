package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"assay/deploy/neo4j"
	"assay/httpapi"
	"assay/internal/config"
	"assay/internal/fault"
)

// serving is what the flags of serve say.
type serving struct {
	roots   []string // folders that may be loaded over HTTP
	workers int      // loads that run at a time in this process; 0 leaves them to assay worker
}

func newServe(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "serve", Short: "Answer over HTTP until Ctrl-C", Args: cobra.NoArgs,
		Long: `Answer over HTTP until Ctrl-C, and run the loads that are asked for there.

On a loopback address everybody on this machine may ask. Elsewhere a token is demanded: ASSAY_TOKENS holds one or
several, or --token-file names a file of them that only you may read.`,
		Example: `  assay serve --root ~/src
  ASSAY_TOKENS=$(openssl rand -hex 32) assay serve --listen 0.0.0.0:17600`,
	}
	var flags serving
	addListenFlag(cmd)
	cmd.Flags().StringArrayVar(&flags.roots, "root", nil, "folder `DIR` whose repositories may be loaded over HTTP; repeat it for several (default: the current one)")
	cmd.Flags().IntVar(&flags.workers, "workers", 1, "run `N` loads at a time; 0 leaves them to assay worker")
	cmd.Flags().String("token-file", "", "`FILE` with bearer tokens, one a line")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.exposed(); err != nil {
			return err
		}
		if flags.workers < 0 || flags.workers > maxConcurrency {
			return fault.New(fault.Invalid, "--workers is %d; it must be between 0 and %d", flags.workers, maxConcurrency)
		}
		var err error
		if flags.roots, err = loadRoots(flags.roots); err != nil {
			return err
		}
		return a.serveUntilEnd(cmd.Context(), flags)
	}
	return cmd
}

func (a *app) serveUntilEnd(ctx context.Context, flags serving) error {
	session, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer a.leave(ctx, session)
	listener, err := a.listen(ctx, a.config.Listen)
	if err != nil {
		return err
	}
	a.note("API at %s, Ctrl-C ends it", apiAddress(listener))
	return a.serve(ctx, listener, session, flags)
}

// exposed refuses to listen where other machines reach the service while no token is demanded: whoever asks could read
// all that is loaded.
func (a *app) exposed() error {
	host, _, err := net.SplitHostPort(a.config.Listen)
	if err == nil && (len(a.config.Tokens) > 0 || httpapi.IsLoopback(host)) {
		return nil
	}
	return fault.New(fault.Invalid, "listening on %s needs a token: other machines reach this address", a.config.Listen).
		Fix("make one: export ASSAY_TOKENS=$(openssl rand -hex 32)").
		Fix("or name a file of them that only you may read: --token-file FILE").
		Fix("or listen for this machine alone: --listen %s", config.DefaultListen)
}

// loadRoots makes the folders that may be loaded absolute. Without any it is the current one, unless that is the whole
// machine.
func loadRoots(given []string) ([]string, error) {
	if len(given) == 0 {
		here, err := os.Getwd()
		if err != nil || here == filepath.Dir(here) {
			return nil, nil
		}
		return []string{here}, nil
	}
	found := make([]string, len(given))
	for i, root := range given {
		full, err := filepath.Abs(root)
		if err != nil {
			return nil, fmt.Errorf("load root %s: %w", root, err)
		}
		if info, err := os.Stat(full); err != nil || !info.IsDir() {
			return nil, fault.New(fault.Invalid, "--root %s is no folder", config.Quote(root)).Because(err)
		}
		found[i] = full
	}
	return found, nil
}

func addListenFlag(cmd *cobra.Command) {
	cmd.Flags().String("listen", "", "address `HOST:PORT` of the API (default "+config.DefaultListen+")")
}

func (a *app) listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fault.New(fault.Unavailable, "cannot listen on %s: %s", address, err).Fix("choose another address: --listen 127.0.0.1:0 takes a free port")
	}
	return listener, nil
}

// serve answers, and runs queued loads, until the context ends.
func (a *app) serve(ctx context.Context, listener net.Listener, session *session, flags serving) error {
	wait, err := a.startWorker(ctx, session, flags.roots, flags.workers)
	if err != nil {
		return err
	}
	defer wait()
	agents, err := a.mcpHandler(session, flags.roots)
	if err != nil {
		return err
	}
	tokens := make([]string, len(a.config.Tokens))
	for i, token := range a.config.Tokens {
		tokens[i] = token.Reveal()
	}
	log := a.newLogger(zerolog.InfoLevel)
	return httpapi.Serve(log.WithContext(ctx), listener, httpapi.New(httpapi.Options{
		Questions: session.questions, Cypher: session.cypher, Inspector: session.inspector, MCP: agents, Jobs: session.jobs, Roots: flags.roots, Ready: session.ready, Log: log,
		Listen: listener.Addr().String(), Tokens: tokens,
	}))
}

// leave closes the connection and stops the managed server if this process started it.
func (a *app) leave(ctx context.Context, session *session) {
	ctx = context.WithoutCancel(ctx)
	session.close(ctx)
	if !session.database.started {
		return
	}
	a.note("stopping Neo4j")
	if _, err := neo4j.Down(ctx, a.managed(session.database.Mode)); err != nil {
		a.note("Neo4j did not stop: %s", err)
	}
}

func apiAddress(listener net.Listener) string { return fmt.Sprintf("http://%s/v1", listener.Addr()) }
