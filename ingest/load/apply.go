package load

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"assay/cypher"
	"assay/cypher/publish"
	"assay/internal/fault"
	"assay/internal/graph"
)

// maxSnapshots is how many published versions of a project keep their Snapshot node.
const maxSnapshots = 20

// Apply makes the database hold exactly this graph for the project and publishes it. It takes the project's lease;
// while another load holds it the error is a conflict that names it. Observed edges stay where both ends still exist.
// Packages and files that no CONTAINS edge reaches hang on the Project node. When it fails nothing of the graph can be
// read, and the next load removes what was left.
func Apply(ctx context.Context, store *cypher.Store, snapshot Snapshot, wanted *graph.Graph, progress Progress) (Result, error) {
	return apply(ctx, store, snapshot, wanted, progress, maxDirect)
}

// apply is Apply with the number of changed rows beyond which the graph is written beside.
func apply(ctx context.Context, store *cypher.Store, snapshot Snapshot, wanted *graph.Graph, progress Progress, direct int) (Result, error) {
	if err := snapshot.check(); err != nil {
		return Result{}, err
	}
	if progress == nil {
		progress = func(string, int, int) {}
	}
	p, err := newPlan(wanted)
	if err != nil {
		return Result{}, err
	}
	if _, err := store.Execute(ctx, cypher.WriteProjectBegin, cypher.Params{"project": snapshot.Project}, nil); err != nil {
		return Result{}, fmt.Errorf("load %s: %w", snapshot.Project, err)
	}
	lease, held, err := publish.Take(ctx, store, snapshot.Project)
	if err != nil {
		return Result{}, err
	}
	defer lease.Release(ctx)
	l := &loader{store: store, lease: lease, snapshot: snapshot, plan: p, hubs: p.callHubs(), progress: progress, direct: direct}
	l.result = Result{Counts: p.counts(), Seconds: map[string]float64{}}
	maps.Copy(l.result.Counts, snapshot.Counts)
	if err := l.load(held); err != nil {
		return Result{}, fmt.Errorf("load %s: %w", snapshot.Project, err)
	}
	return l.result, nil
}

// projectName is what a project may be called: it stands in addresses and files.
var projectName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

func (s Snapshot) check() error {
	switch {
	case !projectName.MatchString(s.Project):
		return fault.New(fault.Invalid, "%q is no name of a project", s.Project).
			Fix("use up to 64 of a-z, 0-9, dot, underscore and hyphen, beginning with a letter or digit: --project NAME")
	case s.Root == "":
		return fault.New(fault.Invalid, "a load needs the root of the repository")
	case s.Status != graph.SnapshotReady && s.Status != graph.SnapshotPartial:
		return fault.New(fault.Invalid, "%q is no status of a load", s.Status)
	}
	return nil
}

// loader is one load under its lease.
type loader struct {
	store    *cypher.Store
	lease    *publish.Lease
	snapshot Snapshot
	plan     *plan
	hubs     hubs
	progress Progress
	direct   int // rows that one transaction may change
	result   Result
}

// load brings the database from what is published to the plan by the cheapest way that is safe.
func (l *loader) load(ctx context.Context) error {
	state, err := readState(ctx, l.store, l.snapshot.Project)
	if err != nil {
		return err
	}
	l.result.Version = state.version
	carryObserved(l.result.Counts, state.counts)
	if state.version > 0 && state.root != l.snapshot.Root {
		return fault.New(fault.Conflict, "the project %s is loaded from %s, not from %s", l.snapshot.Project, state.root, l.snapshot.Root).
			Fix("give this repository a name of its own: --project NAME").
			Fix("or remove the other one first: assay reset %s", l.snapshot.Project)
	}
	if err := l.clean(ctx, state.stale); err != nil {
		return err
	}
	if state.version == 0 {
		return l.beside(ctx, "")
	}
	began := time.Now()
	l.progress("compare", 0, 0)
	d, err := l.plan.compare(ctx, l.store, l.snapshot.Project, state.graph)
	l.spent("compare", began)
	if err != nil {
		return err
	}
	if d.rows() == 0 && l.snapshot.equal(state, l.result.Counts) {
		return nil
	}
	if d.rows() > l.direct {
		return l.beside(ctx, state.graph)
	}
	err = l.change(ctx, state.graph, d)
	if cypher.IsTooLarge(err) {
		return l.beside(ctx, state.graph)
	}
	return err
}

func (l *loader) spent(phase string, began time.Time) {
	l.result.Seconds[phase] += time.Since(began).Seconds()
}

// change writes the difference in one transaction.
func (l *loader) change(ctx context.Context, key string, d *difference) error {
	began := time.Now()
	w := l.writer(key)
	d.sort()
	inside, outside := l.plan.split(d.createNodes)
	if err := w.run(ctx, "externals", w.nodeBatches(outside, false)); err != nil {
		return err
	}
	l.progress("write", 0, d.rows())
	batches := slices.Concat(w.nodeBatches(d.updateNodes, true), w.nodeBatches(inside, false), w.edgeBatches(d.createEdges))
	retries, err := l.lease.Publish(ctx, publish.Change{
		Prepare: func(ctx context.Context, tx *cypher.Tx) error {
			if err := w.remove(ctx, tx, d); err != nil {
				return err
			}
			for _, b := range batches {
				if err := b.write(ctx, tx); err != nil {
					return err
				}
			}
			return nil
		},
		Finish: func(ctx context.Context, tx *cypher.Tx, version int64) error {
			if err := w.removeEdges(ctx, tx, d.removeRoots); err != nil {
				return err
			}
			if len(d.removeNodes) > 0 {
				if err := countObserved(ctx, tx, w.key, l.result.Counts); err != nil {
					return err
				}
			}
			return l.finish(ctx, tx, w, d.createRoots, version, nil)
		},
	})
	l.result.Retries += retries + w.retries
	l.spent("write", began)
	if err != nil {
		return err
	}
	l.published(d)
	return nil
}

// beside writes the whole graph as a copy of its own, in batches, and then publishes the copy instead of the one of
// before, which is removed.
func (l *loader) beside(ctx context.Context, before string) error {
	began := time.Now()
	key := newKey()
	params := cypher.Params{"project": l.snapshot.Project, "graph": key}
	if _, err := l.store.Execute(ctx, cypher.WriteGraphBegin, params, nil); err != nil {
		return err
	}
	d, err := l.plan.all(ctx, l.store)
	if err != nil {
		return err
	}
	w := l.writer(key)
	if err := w.run(ctx, "nodes", w.nodeBatches(d.createNodes, false)); err != nil {
		return err
	}
	if err := w.run(ctx, "edges", w.edgeBatches(d.createEdges)); err != nil {
		return err
	}
	l.spent("write", began)
	if err := l.swap(ctx, w, d, before); err != nil {
		return err
	}
	l.published(d)
	if before == "" {
		return nil
	}
	if err := l.clean(ctx, []string{before}); err != nil {
		return err
	}
	return sweepExternals(ctx, l.store, l.snapshot.Project)
}

// swap publishes the copy that the writer wrote.
func (l *loader) swap(ctx context.Context, w *writer, d *difference, before string) error {
	began := time.Now()
	defer l.spent("publish", began)
	l.progress("publish", 0, 0)
	var retired any
	if before != "" {
		retired = before
		if err := l.carry(ctx, before, w.key); err != nil {
			return err
		}
	}
	retries, err := l.lease.Publish(ctx, publish.Change{Finish: func(ctx context.Context, tx *cypher.Tx, version int64) error {
		params := cypher.Params{"project": l.snapshot.Project, "graph": w.key}
		if _, err := tx.Run(ctx, cypher.WriteRootsRetire, params, nil); err != nil {
			return err
		}
		if before != "" {
			if err := countObserved(ctx, tx, w.key, l.result.Counts); err != nil {
				return err
			}
		}
		return l.finish(ctx, tx, w, d.createRoots, version, retired)
	}})
	l.result.Retries += retries + w.retries
	return err
}

// finish writes what hangs on the Project node; retired is the key of the copy that is replaced, or nil.
func (l *loader) finish(ctx context.Context, tx *cypher.Tx, w *writer, roots []int32, version int64, retired any) error {
	if err := w.writeRoots(ctx, tx, l.snapshot.Project, roots); err != nil {
		return err
	}
	if err := writeCallHubs(ctx, tx, l.snapshot.Project, l.hubs); err != nil {
		return err
	}
	return l.snapshot.write(ctx, tx, w.key, retired, version, l.result.Counts)
}

// published notes in the result what was written.
func (l *loader) published(d *difference) {
	l.result.Version = l.lease.Version()
	l.result.Changed = true
	for what, n := range map[string]int{
		"nodes_created": len(d.createNodes), "nodes_updated": len(d.updateNodes), "nodes_deleted": len(d.removeNodes),
		"edges_created": len(d.createEdges) + len(d.createRoots), "edges_deleted": len(d.removeEdges) + len(d.removeRoots),
	} {
		l.result.Counts[what] = int64(n)
	}
}

// clean removes copies that are not published and their notes.
func (l *loader) clean(ctx context.Context, keys []string) error {
	defer l.spent("clean", time.Now())
	for i, key := range keys {
		l.progress("clean", i, len(keys))
		if err := removeCopy(ctx, l.store, l.snapshot.Project, key); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) writer(key string) *writer {
	return &writer{store: l.store, lease: l.lease, plan: l.plan, key: key, progress: l.progress}
}

// newKey makes the key of a copy: short, so that the database keeps it inside of the property's record.
func newKey() string { return strings.ToLower(rand.Text())[:12] }
