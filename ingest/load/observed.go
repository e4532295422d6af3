package load

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"assay/cypher"
	"assay/cypher/publish"
	"assay/internal/fault"
	"assay/internal/graph"
)

// AddObserved adds what a run of tests was seen to execute: TESTS edges (from a test) and COVERED_BY edges (from a
// symbol, To is empty and means the run), all with evidence observed. Run of each edge is set here. Later loads of the
// source leave them standing as long as both ends exist. Edges whose ends are not loaded are an error.
//
// What the tests of the run were observed to execute before is replaced; what other tests did stays. More than one
// transaction holds is published in several versions, each of which has whole tests only.
func AddObserved(ctx context.Context, store *cypher.Store, project string, run Run, edges []graph.Edge) (Result, error) {
	lease, ctx, err := publish.Take(ctx, store, project)
	if err != nil {
		return Result{}, err
	}
	defer lease.Release(ctx)
	o := &observation{store: store, lease: lease, project: project, run: run}
	o.result = Result{Version: lease.Version(), Counts: map[string]int64{}, Seconds: map[string]float64{}}
	began := time.Now()
	if err := o.add(ctx, edges); err != nil {
		return Result{}, fmt.Errorf("add run %s to %s: %w", run.ID, project, err)
	}
	o.result.Version, o.result.Run = lease.Version(), o.ordinal
	o.result.Seconds["write"] = time.Since(began).Seconds()
	return o.result, nil
}

// observation is one run on its way into the database.
type observation struct {
	store   *cypher.Store
	lease   *publish.Lease
	project string
	run     Run
	result  Result

	state   state
	ordinal int
	known   bool             // the run was imported before
	nodes   map[string]int64 // the database's numbers of tests, symbols and files by identifier
	made    []graph.Test     // tests to make
	cases   map[string]int   // numbers of parameter sets to note
	files   []any            // rows of files to note as measured
	wanted  map[string]map[int64]*graph.Edge
	parts   []part // what one test, or coverage without tests, changes
}

// part is what one test changes.
type part struct {
	create []*graph.Edge
	remove []int64
	seen   []int64 // stands already and was observed again
}

func (p part) rows() int { return len(p.create) + len(p.remove) + len(p.seen) }

func (o *observation) add(ctx context.Context, edges []graph.Edge) error {
	var err error
	if o.state, err = readState(ctx, o.store, o.project); err != nil {
		return err
	}
	if o.state.version == 0 {
		return fault.New(fault.NotFound, "the project %s is not loaded yet", o.project).Fix("load it first: assay ingest PATH")
	}
	if err := o.readCopy(ctx); err != nil {
		return err
	}
	if err := o.group(edges); err != nil {
		return err
	}
	if err := o.compare(ctx); err != nil {
		return err
	}
	if err := o.compareFiles(ctx); err != nil {
		return err
	}
	if o.known && len(o.parts) == 0 && len(o.made) == 0 && len(o.cases) == 0 && len(o.files) == 0 {
		return nil
	}
	return o.publish(ctx)
}

// readCopy reads what of the loaded copy the run's rows have to be tied to.
func (o *observation) readCopy(ctx context.Context) error {
	params := cypher.Params{"graph": o.state.graph}
	o.nodes = make(map[string]int64)
	err := o.store.Scan(ctx, cypher.ReadLoadNodes, params, func(row cypher.Row) error {
		switch graph.Label(row.String("kind")) {
		case graph.LabelTest, graph.LabelSymbol, graph.LabelFile:
			o.nodes[row.String("id")] = row.Int64("node")
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = o.store.Scan(ctx, cypher.ReadLoadRuns, params, func(row cypher.Row) error {
		ordinal := row.Int("ordinal")
		if row.String("id") == o.run.ID {
			o.ordinal, o.known = ordinal, true
		}
		if !o.known {
			o.ordinal = max(o.ordinal, ordinal+1)
		}
		return nil
	})
	if err != nil {
		return err
	}
	o.ordinal = max(o.ordinal, 1)
	o.cases = maps.Clone(o.run.Cases)
	err = o.store.Scan(ctx, cypher.ReadLoadCases, params, func(row cypher.Row) error {
		if id := row.String("id"); o.cases[id] == row.Int("cases") {
			delete(o.cases, id)
		}
		return nil
	})
	for _, test := range o.run.Made {
		if _, ok := o.nodes[test.ID]; !ok {
			o.made = append(o.made, test)
		}
	}
	return err
}

// group sorts the edges by the test that they leave; coverage without tests stands under the empty name.
func (o *observation) group(edges []graph.Edge) error {
	o.wanted = map[string]map[int64]*graph.Edge{}
	made := map[string]bool{}
	for _, test := range o.made {
		made[test.ID] = true
	}
	for _, test := range o.run.Tests {
		o.wanted[test] = map[int64]*graph.Edge{}
	}
	var h hash
	for i := range edges {
		e := &edges[i]
		covered := e.Type == graph.EdgeCoveredBy && e.To == ""
		_, okFrom := o.nodes[e.From]
		_, okTo := o.nodes[e.To]
		switch {
		case e.Evidence != graph.Observed:
			return badGraph("the edge %s from %q to %q was not observed but is %s", e.Type, e.From, e.To, e.Evidence)
		case !okFrom && !made[e.From], !okTo && !covered:
			return badGraph("the edge %s from %q to %q has an end that is not loaded", e.Type, e.From, e.To)
		}
		group := e.From
		if covered {
			group = ""
		}
		if o.wanted[group] == nil {
			o.wanted[group] = map[int64]*graph.Edge{}
		}
		fingerprint := edgeFingerprint(&h, e)
		if o.wanted[group][fingerprint] != nil {
			return badGraph("the edge %s from %q to %q stands twice", e.Type, e.From, e.To)
		}
		o.wanted[group][fingerprint] = e
	}
	return nil
}

// compare finds what each test changes.
func (o *observation) compare(ctx context.Context) error {
	standing := map[string]*part{}
	each := func(test string, row cypher.Row) {
		p := o.match(o.wanted[test], row)
		if old := standing[test]; old != nil {
			p.remove, p.seen = append(p.remove, old.remove...), append(p.seen, old.seen...)
		}
		standing[test] = &p
	}
	tests := slices.Sorted(maps.Keys(o.wanted))
	for ids := range slices.Chunk(tests, externalsPerRead) {
		params := cypher.Params{"graph": o.state.graph, "tests": ids}
		err := o.store.Scan(ctx, cypher.ReadLoadObserved, params, func(row cypher.Row) error {
			each(row.String("test"), row)
			return nil
		})
		if err != nil {
			return err
		}
	}
	if o.wanted[""] != nil {
		params := cypher.Params{"graph": o.state.graph, "source": o.run.Source}
		err := o.store.Scan(ctx, cypher.ReadLoadCovered, params, func(row cypher.Row) error {
			each("", row)
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, test := range tests {
		var p part
		if standing[test] != nil {
			p = *standing[test]
		}
		for _, fingerprint := range slices.Sorted(maps.Keys(o.wanted[test])) {
			p.create = append(p.create, o.wanted[test][fingerprint])
		}
		if p.rows() > 0 {
			o.parts = append(o.parts, p)
		}
	}
	return nil
}

// match compares the standing edges of a row with the wanted ones, and takes those that stand out of the wanted.
func (o *observation) match(wanted map[int64]*graph.Edge, row cypher.Row) part {
	var p part
	fingerprints, runs := row.Int64s("fps"), row.Ints("runs")
	for i, internal := range row.Int64s("edges") {
		e := wanted[fingerprints[i]]
		covered := e != nil && e.Type == graph.EdgeCoveredBy // hangs on the node of its run
		switch {
		case e == nil, covered && runs[i] != o.ordinal:
			p.remove = append(p.remove, internal)
			continue
		case runs[i] != o.ordinal:
			p.seen = append(p.seen, internal)
		}
		delete(wanted, fingerprints[i])
	}
	return p
}
