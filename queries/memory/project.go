package memory

import (
	"context"
	"maps"
	"slices"

	"assay/internal/graph"
	"assay/queries"
)

// Detail describes one definition.
func (r *Reader) Detail(ctx context.Context, name string, q queries.DetailQuery) (queries.Detail, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Detail{}, err
	}
	d := queries.Detail{Snapshot: p.snapshot}
	s, ok := p.symbols[q.ID]
	if !ok {
		return d, nil
	}
	every := queries.NeighbourQuery{Targets: q.Targets, ImportsOf: q.File}
	for _, e := range graph.AllEvidence {
		every.Evidence = append(every.Evidence, string(e))
	}
	callers, err := r.Callers(ctx, name, every)
	if err != nil {
		return d, err
	}
	every.Targets = q.Inside
	callees, err := r.Callees(ctx, name, every)
	if err != nil {
		return d, err
	}
	covered := len(p.observed(append(slices.Clone(q.Inside), q.File)))
	d.Symbol = queries.SymbolDetail{
		Symbol: shape(s), Signature: s.Signature, Doc: s.Doc, Annotations: append([]string{}, s.Annotations...), Exported: s.Exported,
		Members: first(p.members(q.ID), q.Members), Parent: p.parent(q.ID), Callers: callers.Total, Callees: callees.Total,
		CoveredBy: &covered,
	}
	if f, ok := p.files[s.Path]; ok {
		d.Symbol.FileStatus, d.FileReason = string(f.Status), f.Reason
	}
	return d, nil
}

func (p *project) members(id string) []queries.Symbol {
	var inside []*graph.Symbol
	for _, e := range p.out[id] {
		if s := p.symbols[e.To]; s != nil && e.Type == graph.EdgeDefines {
			inside = append(inside, s)
		}
	}
	slices.SortFunc(inside, bySymbol)
	return shapes(inside)
}

func (p *project) parent(id string) *queries.Symbol {
	for _, e := range p.in[id] {
		if s := p.symbols[e.From]; s != nil && e.Type == graph.EdgeDefines {
			parent := shape(s)
			return &parent
		}
	}
	return nil
}

// Statistics counts labels, edges, evidence, file states and unresolved sites.
func (r *Reader) Statistics(_ context.Context, name string) (queries.Counts, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.Counts{}, err
	}
	c := queries.Counts{
		Snapshot: p.snapshot, Nodes: p.labels(), Edges: map[string]int64{}, Evidence: map[string]int64{},
		Files: map[string]int64{}, Reasons: map[string]int64{},
	}
	for _, f := range p.rows.Files {
		c.Files[string(f.Status)]++
	}
	if roots := p.roots(); roots > 0 {
		c.Edges[string(graph.EdgeContains)] += roots
		c.Evidence[string(graph.Exact)] += roots
	}
	for i := range p.rows.Edges {
		e := &p.rows.Edges[i]
		c.Edges[string(e.Type)]++
		if e.Evidence != "" {
			c.Evidence[string(e.Evidence)]++
		}
		if e.Type == graph.EdgeMayCall {
			sites := int64(max(len(e.Lines), 1))
			c.Unresolved += sites
			c.Reasons[e.Reason] += sites
		}
	}
	return c, nil
}

// roots counts the files and packages that no package holds: they hang on the project itself.
func (p *project) roots() int64 {
	n := int64(len(p.rows.Files) + len(p.rows.Packages))
	held := map[string]bool{}
	for i := range p.rows.Edges {
		if e := &p.rows.Edges[i]; e.Type == graph.EdgeContains && !held[e.To] {
			held[e.To] = true
			n--
		}
	}
	return n
}

func (p *project) labels() map[string]int64 {
	counts := map[string]int64{}
	add := func(label graph.Label, n int) {
		if n > 0 {
			counts[string(label)] += int64(n)
		}
	}
	add(graph.LabelFile, len(p.rows.Files))
	add(graph.LabelPackage, len(p.rows.Packages))
	add(graph.LabelTest, len(p.rows.Tests))
	add(graph.LabelName, len(p.rows.Names))
	add(graph.LabelExternal, len(p.rows.Externals))
	for _, s := range p.rows.Symbols {
		add(graph.LabelSymbol, 1)
		if label := s.Kind.Label(); label != "" {
			add(label, 1)
		}
		if s.Fixture != nil {
			add(graph.LabelFixture, 1)
		}
	}
	return counts
}

// Nodes gives the rows of a group behind an identifier.
func (r *Reader) Nodes(_ context.Context, name string, page queries.ExportPage) (queries.ExportNodes, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.ExportNodes{}, err
	}
	rows := p.group(page.Group)
	result := queries.ExportNodes{Snapshot: p.snapshot}
	ids, last := cut(rows, page)
	for _, id := range ids {
		result.Nodes = append(result.Nodes, rows[id])
	}
	result.Last = last
	return result, nil
}

// Edges gives the edges that leave the rows of a group behind an identifier.
func (r *Reader) Edges(_ context.Context, name string, page queries.ExportPage) (queries.ExportEdges, error) {
	p, err := r.find(name)
	if err != nil {
		return queries.ExportEdges{}, err
	}
	ids, last := cut(p.group(page.Group), page)
	result := queries.ExportEdges{Snapshot: p.snapshot, Last: last}
	for _, id := range ids {
		for _, e := range p.out[id] {
			result.Edges = append(result.Edges, exportEdge(e))
		}
	}
	return result, nil
}

func cut(rows map[string]queries.ExportNode, page queries.ExportPage) ([]string, string) {
	ids := slices.Sorted(maps.Keys(rows))
	start, found := slices.BinarySearch(ids, page.After)
	if found {
		start++
	}
	ids = ids[start:]
	if len(ids) <= page.Limit {
		return ids, ""
	}
	return ids[:page.Limit], ids[page.Limit-1]
}

func (p *project) group(label string) map[string]queries.ExportNode {
	rows := map[string]queries.ExportNode{}
	add := func(id string, props map[string]any, labels ...string) {
		slices.Sort(labels)
		rows[id] = queries.ExportNode{Labels: labels, ID: id, Props: props}
	}
	switch graph.Label(label) {
	case graph.LabelFile:
		for i := range p.rows.Files {
			add(p.rows.Files[i].Path, fileProps(&p.rows.Files[i]), label)
		}
	case graph.LabelPackage:
		for _, x := range p.rows.Packages {
			add(graph.PackageID(x.Name), map[string]any{"name": x.Name, "path": x.Path}, label)
		}
	case graph.LabelSymbol:
		for i := range p.rows.Symbols {
			s := &p.rows.Symbols[i]
			add(s.ID, symbolProps(s), symbolLabels(s)...)
		}
	case graph.LabelTest:
		for _, t := range p.rows.Tests {
			add(t.ID, map[string]any{"runner_id": t.RunnerID, "path": t.Path, "name": t.Name, "framework": t.Framework, "line": int64(t.Line)}, label)
		}
	case graph.LabelName:
		for _, n := range p.rows.Names {
			add(graph.NameID(n.Name), map[string]any{"name": n.Name}, label)
		}
	case graph.LabelExternal:
		for id, x := range p.externals {
			add(id, map[string]any{"ecosystem": x.Ecosystem, "package": x.Package, "qualified_name": x.QualifiedName}, label)
		}
	}
	return rows
}

func symbolLabels(s *graph.Symbol) []string {
	labels := []string{string(graph.LabelSymbol)}
	if label := s.Kind.Label(); label != "" {
		labels = append(labels, string(label))
	}
	if s.Fixture != nil {
		labels = append(labels, string(graph.LabelFixture))
	}
	return labels
}

func fileProps(f *graph.File) map[string]any {
	return map[string]any{
		"path": f.Path, "language": f.Language, "sha256": f.SHA256, "lines": int64(f.Lines), "bytes": f.Bytes,
		"role": string(f.Role), "status": string(f.Status), "reason": f.Reason, "diagnostics": f.Diagnostics,
	}
}

func symbolProps(s *graph.Symbol) map[string]any {
	props := map[string]any{
		"path": s.Path, "name": s.Name, "qualified_name": s.QualifiedName, "kind": string(s.Kind), "role": string(s.Role),
		"language": s.Language, "signature": s.Signature, "doc": s.Doc, "start_line": int64(s.StartLine), "end_line": int64(s.EndLine),
		"name_line": int64(s.NameLine), "exported": s.Exported, "annotations": s.Annotations,
	}
	if f := s.Fixture; f != nil {
		props["fixture_name"], props["scope"], props["autouse"] = f.Name, f.Scope, f.Autouse
	}
	return props
}

func exportEdge(e *graph.Edge) queries.ExportEdge {
	return queries.ExportEdge{Type: string(e.Type), From: e.From, To: e.To, Props: map[string]any{
		"evidence": string(e.Evidence), "how": e.How, "lines": int64s(e.Lines), "candidates": int64(e.Candidates),
		"dispatch": e.Dispatch, "reason": e.Reason, "alias": e.Alias, "phases": int64(e.Phases),
	}}
}

func int64s(list []int) []int64 {
	var wide []int64
	for _, v := range list {
		wide = append(wide, int64(v))
	}
	return wide
}
