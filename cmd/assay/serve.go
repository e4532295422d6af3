package main

import (
	"context"
	"fmt"
	"net"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"assay/deploy/neo4j"
	"assay/httpapi"
	"assay/internal/fault"
)

func newServe(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "serve", Short: "Answer over HTTP until Ctrl-C", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
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
			if !listener.Addr().(*net.TCPAddr).IP.IsLoopback() {
				a.note("whoever reaches this address can read the loaded source")
			}
			return a.serve(ctx, listener, session)
		},
	}
	addListenFlag(cmd)
	return cmd
}

func addListenFlag(cmd *cobra.Command) {
	cmd.Flags().String("listen", "", "HOST:PORT of the API (default 127.0.0.1:17600)")
}

func (a *app) listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fault.New(fault.Unavailable, "cannot listen on %s: %s", address, err).Fix("choose another address: --listen 127.0.0.1:0 takes a free port")
	}
	return listener, nil
}

// serve answers until the context ends.
func (a *app) serve(ctx context.Context, listener net.Listener, session *session) error {
	log := a.newLogger(zerolog.InfoLevel)
	return httpapi.Serve(ctx, listener, httpapi.New(httpapi.Options{
		Questions: session.questions, Ready: session.ready, Log: log, Listen: listener.Addr().String(),
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
