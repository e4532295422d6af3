package bench

import (
	"context"
	"fmt"
	"time"

	"assay/cmd/internal/bench/made"
	"assay/ingest/load"
	"assay/internal/fault"
	"assay/internal/graph"
)

// seed is that of all made graphs.
const seed = 1

// MadeProject is the project of a made graph with so many functions.
func MadeProject(functions int) string { return fmt.Sprintf("bench-made-%d", functions) }

// Maker loads made graphs.
type Maker struct {
	Store       Store
	DatabasePID int
}

// warmFunctions and warmLoads are what is loaded before the first measured load.
const (
	warmFunctions = 2000
	warmLoads     = 5
)

// Warm loads a small made graph a few times, so that the server has compiled what it runs and keeps its plans.
func (m Maker) Warm(ctx context.Context) error {
	shape, err := made.Recorded()
	if err != nil {
		return err
	}
	g := shape.Make(warmFunctions, seed)
	for range warmLoads {
		if err := m.load(ctx, "bench-made-warm", g); err != nil {
			return err
		}
		if err := m.Store.Delete(ctx, "bench-made-warm"); err != nil {
			return fmt.Errorf("remove a made graph: %w", err)
		}
	}
	return nil
}

// First measures the first load of a made graph; its project is removed before.
func (m Maker) First(ctx context.Context, functions int) (Growth, error) {
	project := MadeProject(functions)
	if err := m.Store.Delete(ctx, project); err != nil && fault.KindOf(err) != fault.NotFound {
		return Growth{}, fmt.Errorf("remove a made graph: %w", err)
	}
	shape, err := made.Recorded()
	if err != nil {
		return Growth{}, err
	}
	g := shape.Make(functions, seed)
	result := Growth{Files: len(g.Rows.Files), Symbols: len(g.Rows.Symbols), Edges: len(g.Rows.Edges), Observed: len(g.Observed)}
	for _, s := range g.Rows.Symbols {
		if s.Kind.Label() == graph.LabelFunction {
			result.Functions++
		}
	}
	spent, err := m.spend(ctx, func() error { return m.load(ctx, project, g) })
	if err != nil {
		return Growth{}, err
	}
	result.Service, result.Database, result.Wall = spent.service, spent.database, spent.wall
	spent, err = m.spend(ctx, func() error { return m.observe(ctx, project, g) })
	result.ObservedCPU = spent.service + spent.database
	result.Memory = resident(m.DatabasePID)
	return result, err
}

// Ensure loads a made graph if it does not stand there as it is made today.
func (m Maker) Ensure(ctx context.Context, functions int) error {
	shape, err := made.Recorded()
	if err != nil {
		return err
	}
	g := shape.Make(functions, seed)
	if err := m.load(ctx, MadeProject(functions), g); err != nil {
		return err
	}
	return m.observe(ctx, MadeProject(functions), g)
}

func (m Maker) load(ctx context.Context, project string, g made.Graph) error {
	_, err := m.Store.Apply(ctx, load.Snapshot{
		Project: project, Root: "/made", Languages: []string{"python"}, ExtractorHash: "made", Status: graph.SnapshotReady,
	}, g.Rows)
	if err != nil {
		return fmt.Errorf("load a made graph: %w", err)
	}
	return nil
}

func (m Maker) observe(ctx context.Context, project string, g made.Graph) error {
	_, err := m.Store.AddObserved(ctx, project, load.Run{
		ID: "made", Source: "coverage.py", CreatedAt: time.Unix(0, 0).UTC(), Tests: g.Tests,
	}, g.Observed)
	if err != nil {
		return fmt.Errorf("add a run of tests to a made graph: %w", err)
	}
	return nil
}

// spent is what work took.
type spent struct{ service, database, wall time.Duration }

// spend measures work that this process does with the database, until that rests.
func (m Maker) spend(ctx context.Context, work func() error) (spent, error) {
	before, err := settle(ctx, m.DatabasePID)
	if err != nil {
		return spent{}, err
	}
	service, start := own(), time.Now()
	if err := work(); err != nil {
		return spent{}, err
	}
	wall, used := time.Since(start), own()-service
	after, err := settle(ctx, m.DatabasePID)
	return spent{used, after - before, wall}, err
}
