package queries

import (
	"context"
	"slices"
	"time"

	"assay/cypher"
	"assay/internal/graph"
)

// Callers gives the symbols that use the targets.
func (r *StoreReader) Callers(ctx context.Context, project string, q NeighbourQuery) (Neighbours, error) {
	params := q.params()
	params["names"], params["imports_of"] = list(q.Names), q.ImportsOf
	var n Neighbours
	snapshot, err := r.consistent(ctx, cypher.ReadCallers, project, params, func(row cypher.Row) { n = readNeighbours(row) })
	n.Snapshot = snapshot
	return n, err
}

// Callees gives the symbols that the targets use.
func (r *StoreReader) Callees(ctx context.Context, project string, q NeighbourQuery) (Neighbours, error) {
	params := q.params()
	params["file"] = q.File
	var n Neighbours
	snapshot, err := r.consistent(ctx, cypher.ReadCallees, project, params, func(row cypher.Row) {
		n = readNeighbours(row)
		n.FileStatus, n.FileReason = row.StringOr("file_status", ""), row.StringOr("file_reason", "")
	})
	n.Snapshot = snapshot
	return n, err
}

func (q NeighbourQuery) params() cypher.Params {
	return cypher.Params{
		"targets": list(q.Targets), "evidence": list(q.Evidence), "exclude_tests": q.ExcludeTests, "skip": q.Skip, "limit": q.Limit,
		"sites": q.Sites,
	}
}

// list is never null: Cypher's IN with null is neither true nor false.
func list(values []string) []string { return append([]string{}, values...) }

func readNeighbours(row cypher.Row) Neighbours {
	n := Neighbours{Total: row.Int("total"), Rows: []Neighbour{}, Unresolved: readUnresolved(row)}
	for _, item := range row.Maps("items") {
		neighbour := Neighbour{Symbol: readSymbol(item.Map("symbol"))}
		for _, link := range item.Maps("links") {
			neighbour.Links = append(neighbour.Links, readLink(link))
		}
		n.Rows = append(n.Rows, neighbour)
	}
	return n
}

func readLink(row cypher.Row) Link {
	return Link{
		Type: row.String("type"), Evidence: row.String("evidence"), How: row.StringOr("how", ""), Candidates: row.IntOr("candidates", 1),
		Lines: row.Ints("lines"), Path: row.StringOr("path", ""), Holder: row.StringOr("holder", ""),
	}
}

// Reach gives what leads to the targets, nearest first.
func (r *StoreReader) Reach(ctx context.Context, project string, q ReachQuery) (Reach, error) {
	var found Reach
	snapshot, err := r.consistent(ctx, cypher.ReadImpact, project, cypher.Params{
		"targets": list(q.Targets), "names": list(q.Names), "evidence": list(q.Evidence), "depth": q.Depth, "limit": q.Limit,
		"bound": q.Limit + len(q.Targets) + 1, "wanted": q.Wanted, "own_path": q.OwnPath, "own_prefix": q.OwnPrefix, "imports_of": q.ImportsOf, "sites": q.Sites,
	}, func(row cypher.Row) {
		found = Reach{
			Others: row.Int("others"), Tests: row.Int("tests"), Own: row.Int("own"), More: row.Bool("more"),
			Unresolved: readUnresolved(row), Frontier: row.Int("frontier"), Special: row.Int("special"),
		}
		for _, item := range row.Maps("rows") {
			found.Rows = append(found.Rows, ReachRow{Symbol: readSymbol(item.Map("symbol")), Depth: item.Int("depth")})
		}
		for _, edge := range row.Maps("edges") {
			found.Edges = append(found.Edges, ReachEdge{From: edge.String("from"), To: edge.String("to"), Link: readLink(edge)})
		}
	})
	found.Snapshot = snapshot
	return found, err
}

// Covering gives the tests of the targets.
func (r *StoreReader) Covering(ctx context.Context, project string, q CoveringQuery) (Covering, error) {
	passes := []map[string]any{}
	for _, pass := range q.Passes {
		passes = append(passes, map[string]any{"evidence": pass.Evidence, "allowed": list(pass.Allowed)})
	}
	var c Covering
	snapshot, err := r.consistent(ctx, cypher.ReadTests, project, cypher.Params{
		"targets": list(q.Targets), "file": q.File, "path": q.Path, "names": list(q.Names), "observed": q.Observed, "passes": passes, "reach": q.Reach,
		"limit": q.Limit, "sites": q.Sites,
	}, func(row cypher.Row) {
		c = Covering{Measured: readMeasured(row), More: row.Bool("more"), Unresolved: readUnresolved(row)}
		for _, test := range row.Maps("observed") {
			c.Observed = append(c.Observed, readObserved(test))
		}
		for _, test := range row.Maps("static") {
			c.Static = append(c.Static, StaticTest{
				ID: test.String("id"), Test: readTest(test.Map("test")), Calls: test.Int("calls"), Evidence: test.String("evidence"),
			})
		}
	})
	c.Snapshot = snapshot
	return c, err
}

func readMeasured(row cypher.Row) Measured {
	m := Measured{NeverRan: row.Int("never_ran"), Tests: row.Int("tests")}
	for _, r := range row.Maps("runs") {
		m.Runs = append(m.Runs, Run{Ordinal: r.Int("ordinal"), Commit: r.StringOr("commit", ""), CreatedAt: time.UnixMilli(r.Int64("created_at")).UTC()})
	}
	if row.Null("file") {
		return m
	}
	file := row.Map("file")
	m.Run, m.Text = file.IntOr("measured_run", 0), file.Bytes("text_gz")
	m.Same = file.StringOr("sha256", "") == file.StringOr("measured_sha256", "")
	m.Functions, m.Since = file.Int64s("functions"), file.Ints("since")
	return m
}

func readObserved(row cypher.Row) ObservedTest {
	t := ObservedTest{ID: row.String("id"), Test: readTest(row.Map("test")), How: row.StringOr("how", ""), Lines: row.Ints("lines")}
	for _, hit := range row.Maps("hits") {
		t.Hits = append(t.Hits, Execution{To: hit.String("to"), Run: hit.Int("run")})
	}
	for _, phases := range row.Ints("phases") {
		t.Phases |= graph.Phase(phases) //nolint:gosec // bits below 16
	}
	slices.Sort(t.Lines)
	t.Lines = slices.Compact(t.Lines)
	return t
}

// Blind gives what a method overrides and the bases of its class outside of the repository.
func (r *StoreReader) Blind(ctx context.Context, project, id string) (Blind, error) {
	var found Blind
	snapshot, err := r.consistent(ctx, cypher.ReadBlind, project, cypher.Params{"id": id}, func(row cypher.Row) {
		found.Bases = row.Strings("bases")
		for _, o := range row.Maps("overridden") {
			found.Overridden = append(found.Overridden, Overridden{
				ID: o.String("id"), QualifiedName: o.String("qualified_name"), External: o.Bool("external"), Callers: o.Int("callers"),
			})
		}
	})
	found.Snapshot = snapshot
	return found, err
}
