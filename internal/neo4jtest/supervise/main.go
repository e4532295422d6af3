// Command supervise stops the shared test server once no test needs it; package neo4jtest starts it.
package main

import (
	"context"
	"fmt"
	"os"

	"assay/internal/neo4jtest"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: supervise DIRECTORY JARS")
		os.Exit(2)
	}
	if err := neo4jtest.Supervise(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
