package faults

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Document writes a result as docs/faults.md.
func Document(path string, result Result) error {
	var b strings.Builder
	b.WriteString(documentHead)
	Print(&b, result)
	b.WriteString(documentTail)
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("write the result: %w", err)
	}
	return nil
}

// Print writes the tables of a result.
func Print(out io.Writer, r Result) {
	row := func(what string, value any) { fmt.Fprintf(out, "| %s | %v |\n", what, value) }
	fmt.Fprint(out, "| | |\n|---|---|\n")
	row("kills", r.total())
	for _, target := range []Target{Service, Worker, Load, Database} {
		row("of them of "+string(target), r.Kills[target])
	}
	row("seed", r.Seed)
	row("loads asked for", r.Jobs)
	row("attempts that they took", r.Attempts)
	row("loads asked for again after their last attempt", r.Retries)
	row("loads that are lost or did not end", listed(r.Lost))
	row("replies checked", r.Readers.Replies)
	row("published versions that they showed", r.Readers.Versions)
	row("requests without an answer while something was down", r.Readers.Unavailable)
	row("longest time without a reply", r.Readers.Silence.Round(100*time.Millisecond))
	row("replies of two versions", listed(r.Readers.Mixed))
	row("replies older than what was published before", listed(r.Readers.Stale))
	row("replies that no healthy service gives", listed(r.Readers.Odd))
	row("lines of the export, that of a fresh load", r.Lines)
	row("the two are the same", r.Equal)
	row("took", r.Elapsed.Round(time.Second))
}

// listed shows how many there are, and which.
func listed(items []string) string {
	if len(items) == 0 {
		return "0"
	}
	return fmt.Sprintf("%d: %s", len(items), strings.ReplaceAll(strings.Join(items, "; "), "\n", " "))
}

const documentHead = `# Kills

<!-- Written by go run ./cmd/assay faults --output docs/faults.md. Do not edit. -->

` + "`assay faults`" + ` loads a repository that it makes, one version after the other, and kills (SIGKILL) the service, a worker, the process
of a load or Neo4j at random moments of each load. Each is started again, as a service manager does. Meanwhile readers ask the
API who calls one function: a hundred functions do, and each version of the repository renames all of them at once, so that a
reply of two versions shows.

`

const documentTail = `
What must hold: no load is lost, each ends, each reply is of one version and never older than what was published before it was
asked for, and the graph is the same, line by line, as that of a fresh load of the same files.
`
