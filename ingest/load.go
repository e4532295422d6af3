package ingest

import (
	"context"
	"fmt"

	"assay/cypher"
	"assay/ingest/lang"
	"assay/ingest/load"
	"assay/ingest/parse"
)

// Options say what to load and how.
type Options struct {
	// Root is the folder of the repository, or one inside of it.
	Root string
	// Project is the name in the database; empty for one made of the base name of the root.
	Project string
	// Strict makes a skipped or partly read file an error, before anything is written.
	Strict bool
	// MaxFiles bounds the files; 0 for walk.MaxFiles. Exclude are folders that are left out; see package walk.
	MaxFiles int
	Exclude  []string
	// CacheDir holds the facts cache ("ASSAY_HOME/cache"); empty for no cache.
	CacheDir string
	// Worker is the command of a parse worker: the own binary with the verb parse-worker.
	Worker []string
	// Limits bound what one file may cost; zero for parse.DefaultLimits.
	Limits parse.Limits
	// Languages are the languages that take part, in the order in which they may claim a file.
	Languages []lang.Language
	// Progress is told how far a phase is, by one goroutine at a time; nil for none. total is 0 where it is not known.
	Progress func(phase string, done, total int)
}

// Load brings a repository into the database: it builds the graph, checks it, writes what differs from the version that
// stands there, and publishes. Nothing is written when an error comes before that.
func Load(ctx context.Context, store *cypher.Store, options Options) (*Report, error) {
	clock := startClock()
	built, err := Build(ctx, options)
	if err != nil {
		return nil, err
	}
	result, err := load.Apply(ctx, store, built.Snapshot, built.Graph, load.Progress(options.Progress))
	if err != nil {
		return nil, fmt.Errorf("load project %s: %w", built.Report.Project, err)
	}
	report := built.Report
	report.Version, report.Retries = result.Version, result.Retries
	for _, what := range written {
		report.Counts[what] = 0 // told even when nothing was written
	}
	for name, n := range result.Counts {
		report.Counts[name] = n
	}
	for phase, seconds := range result.Seconds {
		report.Seconds[phase] = seconds
	}
	report.Seconds["total"] = clock.total()
	return report, nil
}

// written are the counts of what a load changed.
var written = []string{"nodes_created", "nodes_updated", "nodes_deleted", "edges_created", "edges_deleted"}
