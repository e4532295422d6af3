package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"assay/cmd/internal/bench"
	"assay/deploy/neo4j"
	"assay/internal/fault"
)

// The server is warmed by loads of one corpus: a Java server compiles what it runs often.
const (
	warmCorpus = "flask"
	warmLoads  = 6
)

// warm loads the warming corpus.
func (m measurement) warm(ctx context.Context) error {
	root, err := m.root(ctx, warmCorpus)
	if err != nil {
		return err
	}
	m.app.note("warming Neo4j with %d loads of %s", warmLoads, warmCorpus)
	const project = "bench-warm"
	for range warmLoads {
		if err := m.forget(ctx, project); err != nil {
			return err
		}
		if err := m.with(func(loader bench.Loader) error { return loader.Warm(ctx, root, project) }); err != nil {
			return err
		}
	}
	return m.forget(ctx, project)
}

// with hands over a loader whose data directory, and so its cache of facts, is empty.
func (m measurement) with(use func(bench.Loader) error) error {
	home, err := os.MkdirTemp("", "assay-bench-home-")
	if err != nil {
		return fmt.Errorf("make a data directory for the loads: %w", err)
	}
	defer func() { _ = os.RemoveAll(home) }() // a leftover costs space and nothing else
	return use(m.loader(home))
}

func (m measurement) loader(home string) bench.Loader {
	return bench.Loader{Binary: m.binary, Home: home, DatabasePID: m.pid, Environment: m.environment()}
}

// loads measures loads of corpora into projects that are new.
func (m measurement) loads(ctx context.Context, corpora []string) (string, error) {
	if err := m.warm(ctx); err != nil {
		return "", err
	}
	var all []bench.Load
	for _, name := range corpora {
		root, err := m.root(ctx, name)
		if err != nil {
			return "", err
		}
		if err := m.forget(ctx, "bench-"+name); err != nil {
			return "", err
		}
		m.app.note("loading %s", name)
		err = m.with(func(loader bench.Loader) error {
			loads, err := loader.Repository(ctx, name, root, "bench-"+name, benchEdits[name], bench.Full, bench.Again, bench.OneLine)
			all = append(all, loads...)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return bench.LoadTables(all), nil
}

// growth measures first loads of made graphs, the smallest first.
func (m measurement) growth(ctx context.Context, _ []string) (string, error) {
	maker := m.maker(m.session)
	if err := maker.Warm(ctx); err != nil {
		return "", err
	}
	var all []bench.Growth
	for _, size := range m.options.sizes {
		m.app.note("loading a made graph of %d functions", size)
		growth, err := maker.First(ctx, size)
		if err != nil {
			return "", err
		}
		all = append(all, growth)
	}
	return bench.GrowthTables(all), nil
}

func (m measurement) maker(session *session) bench.Maker {
	return bench.Maker{Store: session.bench, DatabasePID: m.pid}
}

// questions asks about the last corpus and the largest made graph.
func (m measurement) questions(ctx context.Context, corpora []string) (string, error) {
	name := corpora[len(corpora)-1]
	if err := m.ensure(ctx, name); err != nil {
		return "", err
	}
	size := m.options.sizes[len(m.options.sizes)-1]
	m.app.note("making sure that a made graph of %d functions is loaded", size)
	if err := m.maker(m.session).Ensure(ctx, size); err != nil {
		return "", err
	}
	bare, err := m.app.wiring.bare(ctx, m.address)
	if err != nil {
		return "", err
	}
	defer bare.Close(ctx)
	service, err := bench.Serve(ctx, m.binary, m.app.config.Home, m.environment())
	if err != nil {
		return "", err
	}
	defer func() { _ = service.Stop() }() // what it answered is measured
	var all []bench.Asked
	for _, project := range []string{"bench-" + name, bench.MadeProject(size)} {
		asker := m.asker(service, project)
		asker.Bare = bare
		asked, err := asker.Ask(ctx)
		if err != nil {
			return "", err
		}
		all = append(all, asked)
	}
	return bench.QuestionTables(all), nil
}

func (m measurement) asker(service *bench.Service, project string) bench.Asker {
	return bench.Asker{
		Service: service, DatabasePID: m.pid, Project: project, Export: m.session.questions, Samples: m.options.functions,
		Clients: m.options.clients, Time: m.options.time, Note: m.app.note,
	}
}

// ensure loads a corpus unless it stands there.
func (m measurement) ensure(ctx context.Context, name string) error {
	if _, err := m.session.questions.Index(ctx, "bench-"+name); fault.KindOf(err) != fault.NotFound {
		return err
	}
	root, err := m.root(ctx, name)
	if err != nil {
		return err
	}
	m.app.note("loading %s", name)
	return m.with(func(loader bench.Loader) error { return loader.Warm(ctx, root, "bench-"+name) })
}

// peers compares with other tools.
func (m measurement) peers(ctx context.Context, corpora []string) (string, error) {
	arena := &bench.Arena{
		Home: m.app.config.Home, Loader: m.loader(""), Delete: m.forget, Rounds: m.options.rounds, Note: m.app.note,
	}
	if err := arena.Install(ctx); err != nil {
		return "", err
	}
	if err := m.warm(ctx); err != nil {
		return "", err
	}
	var all []bench.Comparison
	for _, name := range corpora {
		root, err := m.root(ctx, name)
		if err != nil {
			return "", err
		}
		compared, err := arena.Compare(ctx, name, root, benchEdits[name])
		if err != nil {
			return "", err
		}
		all = append(all, compared...)
	}
	return bench.PeerTables(all), nil
}

// rest measures memory with a server of its own for each size, so that nothing else stands in it.
func (m measurement) rest(ctx context.Context, _ []string) (string, error) {
	var all []bench.Rest
	for _, size := range m.options.restSizes {
		m.app.note("memory at rest with %d functions", size)
		rest, err := m.restOf(ctx, size)
		if err != nil {
			return "", err
		}
		all = append(all, rest)
	}
	return bench.RestTables(all), nil
}

func (m measurement) restOf(ctx context.Context, size int) (rest bench.Rest, err error) {
	home, err := os.MkdirTemp("", "assay-bench-server-")
	if err != nil {
		return rest, fmt.Errorf("make a folder for a server: %w", err)
	}
	defer func() { _ = os.RemoveAll(home) }() // a leftover costs space and nothing else
	options := neo4j.Options{
		Home: home, Jars: filepath.Join(m.app.config.Home, "neo4j", "jars"), Mode: neo4j.Long, Logf: m.app.note,
		BoltPort: neo4j.FreePort, HTTPPort: neo4j.FreePort,
	}
	server, err := neo4j.Up(ctx, options)
	if err != nil {
		return rest, err
	}
	defer func() {
		if _, downErr := neo4j.Down(context.WithoutCancel(ctx), options); err == nil {
			err = downErr
		}
	}()
	m.address, m.pid = server.Address, server.PID
	if m.session, err = m.app.wiring.open(ctx, server.Address); err != nil {
		return rest, err
	}
	defer m.session.close(ctx)
	if err := m.maker(m.session).Ensure(ctx, size); err != nil {
		return rest, err
	}
	service, err := bench.Serve(ctx, m.binary, home, m.environment())
	if err != nil {
		return rest, err
	}
	defer func() { _ = service.Stop() }() // what it held is measured
	return m.asker(service, bench.MadeProject(size)).AtRest(ctx)
}
