package queries

import (
	"context"

	"assay/cypher"
	"assay/internal/graph"
)

// Hubs gives the hubs of a project.
func (r *StoreReader) Hubs(ctx context.Context, project string) (Hubs, error) {
	var h Hubs
	snapshot, err := r.consistent(ctx, cypher.ReadHubs, project, cypher.Params{}, func(row cypher.Row) {
		h = Hubs{
			Calls: readHubs(row.Maps("calls")), Tests: readHubs(row.Maps("tests")), Dated: row.Null("call_border"),
			CallBorder: row.IntOr("call_border", 0), TestBorder: row.IntOr("test_border", 0), TestsRan: row.IntOr("tests_ran", 0),
		}
	})
	h.Snapshot = snapshot
	return h, err
}

func readHubs(rows []cypher.Row) []Hub {
	all := []Hub{}
	for _, row := range rows {
		all = append(all, Hub{Symbol: readSymbol(row.Map("symbol")), Degree: row.Int("degree")})
	}
	return all
}

// Files gives a page of the files.
func (r *StoreReader) Files(ctx context.Context, project string, q FileQuery) (Files, error) {
	f := Files{Rows: []File{}}
	snapshot, err := r.consistent(ctx, cypher.ReadFiles, project, cypher.Params{
		"prefix": q.Prefix, "role": q.Role, "language": q.Language, "status": q.Status, "skip": q.Skip, "limit": q.Limit,
	}, func(row cypher.Row) {
		f.Total = row.Int("total")
		for _, file := range row.Maps("files") {
			f.Rows = append(f.Rows, File{
				Path: file.String("path"), Language: file.StringOr("language", ""), Role: file.StringOr("role", ""), Status: file.StringOr("status", ""),
				Reason: file.StringOr("reason", ""), Lines: file.IntOr("lines", 0), Bytes: file.Int64Or("bytes", 0), Diagnostics: file.Strings("diagnostics"),
			})
		}
	})
	f.Snapshot = snapshot
	return f, err
}

// Packages gives a page of the packages.
func (r *StoreReader) Packages(ctx context.Context, project string, q PackageQuery) (Packages, error) {
	k := Packages{Rows: []Package{}}
	snapshot, err := r.consistent(ctx, cypher.ReadPackages, project, cypher.Params{
		"prefix": q.Prefix, "skip": q.Skip, "limit": q.Limit,
	}, func(row cypher.Row) {
		k.Total = row.Int("total")
		for _, p := range row.Maps("packages") {
			k.Rows = append(k.Rows, Package{Name: p.String("name"), Path: p.StringOr("path", ""), Files: p.Int("files")})
		}
	})
	k.Snapshot = snapshot
	return k, err
}

// Neighbourhood gives what is one edge away from a symbol.
func (r *StoreReader) Neighbourhood(ctx context.Context, project string, q NeighbourhoodQuery) (Surroundings, error) {
	s := Surroundings{Groups: []SurroundingGroup{}}
	snapshot, err := r.consistent(ctx, cypher.ReadNeighbourhood, project, cypher.Params{
		"id": q.ID, "evidence": list(q.Evidence), "exclude_tests": q.ExcludeTests, "limit": q.Limit,
	}, func(row cypher.Row) {
		for _, group := range row.Maps("groups") {
			g := SurroundingGroup{Type: group.String("type"), Direction: group.String("direction"), Total: group.Int("total")}
			for _, one := range group.Maps("rows") {
				n := Neighbour{Symbol: readNode(graph.Label(one.String("label")), one.Map("node"))}
				for _, link := range one.Maps("links") {
					n.Links = append(n.Links, readLink(link))
				}
				g.Rows = append(g.Rows, n)
			}
			s.Groups = append(s.Groups, g)
		}
	})
	s.Snapshot = snapshot
	return s, err
}

// readNode gives any node in the shape of a symbol.
func readNode(label graph.Label, row cypher.Row) Symbol {
	switch label {
	case graph.LabelSymbol:
		return Symbol{
			ID: row.String("id"), Path: row.String("path"), Name: row.String("name"), QualifiedName: row.String("qualified_name"),
			Kind: row.String("kind"), Language: row.StringOr("language", ""), StartLine: row.IntOr("start_line", 0),
			EndLine: row.IntOr("end_line", 0), Role: row.StringOr("role", ""),
		}
	case graph.LabelExternal:
		return ExternalSymbol(row.String("id"), row.StringOr("ecosystem", ""), row.StringOr("qualified_name", ""))
	case graph.LabelTest:
		return TestSymbol(row.String("id"), TestRef{RunnerID: row.String("runner_id"), Path: row.String("path"), Line: row.IntOr("line", 0)})
	case graph.LabelFile:
		return FileSymbol(row.String("path"), row.StringOr("language", ""), row.StringOr("role", ""))
	default:
		return NodeSymbol(label, row.String("id"), row.StringOr("name", ""))
	}
}
