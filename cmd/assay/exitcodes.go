package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"assay/internal/fault"
)

// exitCode is one line of the table of exit codes.
type exitCode struct {
	code  int
	means string
	http  int // status of the same outcome over HTTP; 0 when there is none
}

// exitCodes is what every verb may end with, in the order of the codes.
func exitCodes() []exitCode {
	of := func(kind fault.Kind, means string) exitCode {
		err := fault.New(kind, "")
		return exitCode{fault.Exit(err), means, fault.Status(err)}
	}
	return []exitCode{
		{0, "done", 200},
		of(fault.Internal, "a fault in assay"),
		of(fault.Invalid, "the input is not valid"),
		of(fault.Ambiguous, "the name is ambiguous; candidates follow"),
		of(fault.NotFound, "no such symbol or project; candidates follow"),
		of(fault.Stale, "the cursor or the evidence is of an older version"),
		of(fault.Conflict, "somebody else is loading this project, or its name belongs to a repository of another root"),
		of(fault.Unavailable, "Neo4j or a tool is not there"),
		of(fault.Timeout, "too slow"),
		{fault.ExitAbstained, "the answer abstained", 200},
		{exitInterrupted, "interrupted", 0},
	}
}

// newExitCodes is a topic of the help: assay help exit-codes.
func newExitCodes() *cobra.Command {
	return &cobra.Command{
		Use: "exit-codes", Short: "What the exit codes mean",
		Long: "Every verb ends with one of these codes:\n\n" + exitCodeTable() +
			"\nWith --json an error is a problem document on stderr, with the same kind as over HTTP.",
	}
}

// exitCodeTable shows the codes in columns, indented.
func exitCodeTable() string {
	var text strings.Builder
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "    EXIT\tHTTP\tMEANS")
	for _, c := range exitCodes() {
		status := fmt.Sprint(c.http)
		if c.http == 0 {
			status = "-"
		}
		fmt.Fprintf(columns, "    %d\t%s\t%s\n", c.code, status, c.means)
	}
	_ = columns.Flush() // writing to memory does not fail
	return text.String()
}
