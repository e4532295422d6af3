//go:build cgo

// Command assay loads code repositories into Neo4j as evidence and answers what must be known before touching code.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// garbagePercent is how much garbage the heap may gather on top of what lives, in percent. Measured on a load of Django:
// against Go's own 100 it takes 70 MB less at the peak, for 0.2 s more of 7 s of processor time.
const garbagePercent = 60

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends at once
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, lookupEnv: os.LookupEnv, wiring: wire()}
	code := a.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}
