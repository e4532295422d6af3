package ingest

import (
	"assay/ingest/lang"
)

// Options say what to load and how.
type Options struct {
	// Root is the folder of the repository, or one inside of it.
	Root string
	// Project is the name in the database; empty for one made of the base name of the root.
	Project string
	// Strict makes a skipped or partly read file an error, before anything is written.
	Strict bool
	// CacheDir holds the facts cache ("ASSAY_HOME/cache"); empty for no cache.
	CacheDir string
	// Worker is the command of a parse worker: the own binary with the verb parse-worker.
	Worker []string
	// Languages are the languages that take part, in the order in which they may claim a file.
	Languages []lang.Language
	// Progress is told how far a phase is, by one goroutine at a time; nil for none. total is 0 where it is not known.
	Progress func(phase string, done, total int)
}
