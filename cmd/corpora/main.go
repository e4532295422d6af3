// Corpora fetches the source distributions that tests and benchmarks load, and prints where each is.
//
//	go run ./cmd/corpora [-cache FOLDER] [NAME ...]
//
// Without names it fetches all of them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"assay/cmd/internal/corpora"
	"assay/internal/pyenv"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	cache := flag.String("cache", "", "folder to keep them in (default: assay/corpora in the user's cache folder)")
	flag.Parse()
	if err := run(ctx, *cache, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "corpora:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, cache string, names []string) error {
	if cache == "" {
		folder, err := corpora.DefaultFolder()
		if err != nil {
			return err
		}
		cache = folder
	}
	note := func(format string, args ...any) { fmt.Fprintf(os.Stderr, "corpora: "+format+"\n", args...) }
	kept := corpora.Cache{Folder: cache, Python: func(ctx context.Context) (string, error) { return pyenv.Make(ctx, cache, note) }}
	wanted := corpora.All()
	if len(names) > 0 {
		wanted = wanted[:0]
		for _, name := range names {
			d, err := corpora.ByName(name)
			if err != nil {
				return err
			}
			wanted = append(wanted, d)
		}
	}
	for _, d := range wanted {
		root, err := kept.Get(ctx, d)
		if err != nil {
			return err
		}
		fmt.Printf("%s\t%s\t%s\n", d.Name, d.Version, root)
	}
	return nil
}
