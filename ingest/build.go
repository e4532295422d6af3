package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"sort"
	"strings"

	"assay/ingest/cache"
	"assay/ingest/lang"
	"assay/ingest/load"
	"assay/ingest/parse"
	"assay/ingest/walk"
	"assay/internal/config"
	"assay/internal/fault"
	"assay/internal/graph"
)

// Built is a repository as the rows of its graph, checked and ready to be loaded.
type Built struct {
	Graph    *graph.Graph
	Snapshot load.Snapshot
	Report   *Report // without what only the database knows
}

// Build turns a repository into the rows of its graph: walk, parse, resolve, self-test. It needs no database.
func Build(ctx context.Context, options Options) (*Built, error) {
	b := &builder{options: options, clock: startClock(), report: &Report{
		Counts: map[string]int64{}, Skipped: []SkippedFile{}, Seconds: map[string]float64{},
	}}
	if err := b.build(ctx); err != nil {
		return nil, err
	}
	return &Built{Graph: b.graph, Snapshot: b.snapshot(), Report: b.report}, nil
}

// builder is one build under way.
type builder struct {
	options Options
	clock   *clock
	report  *Report
	walked  *walk.Result
	files   []file // parallel to walked.Files
	cached  int
	graph   *graph.Graph
}

func (b *builder) build(ctx context.Context) error {
	steps := []struct {
		phase string
		run   func(context.Context) error
	}{
		{"walk", b.walk}, {"parse", b.parse}, {"resolve", b.resolve}, {"check", b.check},
	}
	for _, step := range steps {
		if err := step.run(ctx); err != nil {
			return err
		}
		b.report.Seconds[step.phase] = b.clock.lap()
	}
	b.report.Seconds["total"] = b.clock.total()
	return nil
}

// walk lists the files and names the project.
func (b *builder) walk(ctx context.Context) error {
	b.progress("walk", 0, 0)
	walked, err := walk.Walk(ctx, walk.Options{
		Root: b.options.Root, Language: b.languageOf, Script: b.scriptLanguage, MaxFiles: b.options.MaxFiles, Exclude: b.options.Exclude,
	})
	if err != nil {
		return err
	}
	project := b.options.Project
	if project == "" {
		if project, err = config.ProjectFromPath(walked.Root); err != nil {
			return err
		}
	}
	if err := config.CheckProject(project); err != nil {
		return err
	}
	if len(walked.Files) == 0 && len(walked.Refused) == 0 {
		return fault.New(fault.Invalid, "%s holds no files", walked.Root).Fix("give the folder of a repository with files in it")
	}
	b.walked = walked
	b.report.Project, b.report.Root = project, walked.Root
	b.report.Commit, b.report.Dirty = walked.Git.Commit, walked.Git.Dirty
	b.report.Notes = append(b.report.Notes, walked.Notes...)
	return nil
}

// languageOf gives the name of the language that claims a path.
func (b *builder) languageOf(path string) string {
	for _, language := range b.options.Languages {
		if language.Claims(path) {
			return language.Name()
		}
	}
	return ""
}

// scriptLanguage gives the name of the language whose interpreter the first line of a script names.
func (b *builder) scriptLanguage(firstLine string) string {
	for _, language := range b.options.Languages {
		if scripts, ok := language.(lang.Scripts); ok && scripts.ClaimsScript(firstLine) {
			return language.Name()
		}
	}
	return ""
}

// parse reads all files.
func (b *builder) parse(ctx context.Context) error {
	root, err := os.OpenRoot(b.walked.Root)
	if err != nil {
		return fault.New(fault.NotFound, "%s cannot be opened", b.walked.Root).Because(err)
	}
	defer root.Close()
	r := &reader{
		root: root, languages: map[string]lang.Language{}, progress: b.options.Progress,
	}
	versions := map[string]string{}
	for _, language := range b.options.Languages {
		r.languages[language.Name()], versions[language.Name()] = language, language.Version()
	}
	r.pool = parse.NewPool(parse.Options{Command: b.options.Worker, Versions: versions, Limits: b.options.Limits})
	defer r.pool.Close()
	if b.options.CacheDir != "" {
		r.pack = cache.Open(b.options.CacheDir, b.walked.Root)
	}
	b.files, err = r.readAll(ctx, b.walked.Files)
	if cacheErr := r.pack.Close(err == nil); cacheErr != nil {
		b.report.Notes = append(b.report.Notes, "facts are not cached: "+cacheErr.Error())
	}
	b.cached = int(r.cached.Load())
	if err != nil {
		return err
	}
	return b.readWords(ctx, root)
}

// resolve asks each language for its rows and adds those of the files.
func (b *builder) resolve(ctx context.Context) error {
	b.progress("resolve", 0, 0)
	b.graph = &graph.Graph{}
	for i := range b.files {
		b.graph.Files = append(b.graph.Files, b.files[i].row)
	}
	for _, language := range b.options.Languages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if repository := b.repository(language.Name()); len(repository.Files) > 0 {
			merge(b.graph, language.Resolve(repository))
		}
	}
	b.fillReport()
	for i := range b.files {
		b.files[i].facts = nil // half of the memory; what follows reads rows only
	}
	return nil
}

// repository is what a language sees.
func (b *builder) repository(language string) lang.Repository {
	repository := lang.Repository{Config: map[string]string{}}
	for i := range b.files {
		f := &b.files[i]
		if f.row.Language == language {
			repository.Files = append(repository.Files, lang.File{
				Path: f.row.Path, Role: f.row.Role, Facts: f.facts, Words: f.words, Reason: skipReason(f),
			})
		}
		if f.config != "" {
			repository.Config[f.row.Path] = f.config
		}
		if f.row.Language == "" && len(f.words) > 0 {
			repository.Mentions = append(repository.Mentions, lang.Mention{Path: f.row.Path, Words: f.words, Reason: mentioning(f.row.Path)})
		}
	}
	return repository
}

func skipReason(f *file) string {
	if f.row.Status == graph.FileSkipped {
		return f.row.Reason
	}
	return ""
}

// merge adds the rows of a language. Names and externals may come from several languages; each stands once.
func merge(into, from *graph.Graph) {
	into.Packages = joined(into.Packages, from.Packages)
	into.Symbols = joined(into.Symbols, from.Symbols)
	into.Tests = joined(into.Tests, from.Tests)
	into.Edges = joined(into.Edges, from.Edges)
	into.Names = appendMissing(into.Names, from.Names)
	into.Externals = appendMissing(into.Externals, from.Externals)
}

// joined appends without a copy where there is nothing to append to: the edges of a large repository are 60 MB.
func joined[T any](into, from []T) []T {
	if len(into) == 0 {
		return from
	}
	return append(into, from...)
}

func appendMissing[T comparable](into, from []T) []T {
	if len(into) == 0 {
		return from
	}
	seen := make(map[T]bool, len(into))
	for _, x := range into {
		seen[x] = true
	}
	for _, x := range from {
		if !seen[x] {
			into = append(into, x)
		}
	}
	return into
}

// snapshot describes what was built.
func (b *builder) snapshot() load.Snapshot {
	return load.Snapshot{
		Project: b.report.Project, Root: b.walked.Root,
		Commit: b.walked.Git.Commit, Branch: b.walked.Git.Branch, Dirty: b.walked.Git.Dirty,
		Languages: b.languagesFound(), ExtractorHash: extractorHash(b.options.Languages),
		Status: b.report.Status, Counts: b.snapshotCounts(),
	}
}

// snapshotCounts are those that follow from the files alone: equal files make equal snapshots.
func (b *builder) snapshotCounts() map[string]int64 {
	counts := map[string]int64{"unresolved": int64(b.report.Unresolved), "skipped": int64(len(b.report.Skipped))}
	for name, n := range b.report.Counts {
		if strings.HasPrefix(name, "files_") {
			counts[name] = n
		}
	}
	return counts
}

func (b *builder) languagesFound() []string {
	found := map[string]bool{}
	for i := range b.files {
		if language := b.files[i].row.Language; language != "" {
			found[language] = true
		}
	}
	names := make([]string, 0, len(found))
	for name := range found {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// extractorHash is that of the versions of all languages.
func extractorHash(languages []lang.Language) string {
	h := sha256.New()
	for _, language := range languages {
		fmt.Fprintf(h, "%s\x00%s\x00", language.Name(), language.Version())
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func (b *builder) progress(phase string, done, total int) {
	if b.options.Progress != nil {
		b.options.Progress(phase, done, total)
	}
}
