//go:build cgo

// Command assay loads code repositories into Neo4j as evidence and answers what must be known before touching code.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends at once
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, lookupEnv: os.LookupEnv, wiring: wire()}
	code := a.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}
