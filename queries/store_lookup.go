package queries

import (
	"context"
	"fmt"
	"strings"

	"assay/cypher"
)

// maxProjects bounds the projects of one list.
const maxProjects = 1000

// Projects gives the newest snapshot of every loaded project.
func (r *StoreReader) Projects(ctx context.Context) ([]Snapshot, error) {
	all := []Snapshot{}
	err := r.store.Read(ctx, cypher.ReadProjects, cypher.Params{"limit": maxProjects}, func(row cypher.Row) error {
		s := readSnapshot(row.Map("snapshot"))
		s.Version, s.Counts = row.Int64("version"), map[string]int64{}
		names, values := row.Strings("count_names"), row.Int64s("count_values")
		if len(names) != len(values) {
			return fmt.Errorf("the snapshot of %s names %d counts and has %d", s.Project, len(names), len(values))
		}
		for i, name := range names {
			s.Counts[name] = values[i]
		}
		all = append(all, s)
		return nil
	})
	return all, err
}

// Lookup finds definitions by identifier, by file, or by name.
func (r *StoreReader) Lookup(ctx context.Context, project string, q Lookup) (Matches, error) {
	if q.ID == "" && q.Path == "" {
		return r.lookupName(ctx, project, q)
	}
	var m Matches
	snapshot, err := r.consistent(ctx, cypher.ReadLookupFile, project, cypher.Params{
		"id": q.ID, "path": q.Path, "prefix": idPrefix(q.Path), "line": q.Line, "qualified_name": q.QualifiedName, "limit": q.Limit,
	}, func(row cypher.Row) {
		m = Matches{Total: row.Int("total"), Symbols: readSymbols(row.Maps("symbols")), FileLines: row.IntOr("file_lines", 0)}
	})
	m.Snapshot = snapshot
	return m, err
}

func (r *StoreReader) lookupName(ctx context.Context, project string, q Lookup) (Matches, error) {
	splits, offers, modules := []map[string]any{}, []map[string]any{}, []string{}
	for _, split := range q.Splits {
		if split.QualifiedName == "" {
			modules = append(modules, split.Endings...)
			continue
		}
		splits = append(splits, map[string]any{"qualified_name": split.QualifiedName, "endings": split.Endings})
		name, rest := split.Offered()
		offers = append(offers, map[string]any{"name": name, "rest": rest, "endings": split.Endings})
	}
	var m Matches
	snapshot, err := r.consistent(ctx, cypher.ReadLookupName, project, cypher.Params{
		"name": q.Name, "dotted": q.Dotted, "splits": splits, "offers": offers, "modules": modules, "limit": q.Limit,
	}, func(row cypher.Row) {
		m = Matches{Total: row.Int("total"), Symbols: readSymbols(row.Maps("symbols"))}
	})
	m.Snapshot = snapshot
	return m, err
}

// idPrefix is how the identifiers of all symbols of a file begin: long ones keep only the beginning of their path.
func idPrefix(path string) string {
	const kept = 390 // below what a shortened identifier keeps, with room for a cut character
	if len(path) > kept {
		return strings.ToValidUTF8(path[:kept], "")
	}
	return path + "::"
}

// Suggest gives definitions and modules whose spelling is like one that was not found.
func (r *StoreReader) Suggest(ctx context.Context, project string, like Like) (Matches, error) {
	var m Matches
	snapshot, err := r.consistent(ctx, cypher.ReadLookupSimilar, project, cypher.Params{
		"prefixes": list(like.Prefixes), "ending": like.Ending, "limit": like.Limit,
	}, func(row cypher.Row) { m.Symbols = readSymbols(row.Maps("symbols")) })
	m.Snapshot, m.Total = snapshot, len(m.Symbols)
	return m, err
}

// Body gives a class or module with everything inside it.
func (r *StoreReader) Body(ctx context.Context, project string, of Symbol, limit int) (Body, error) {
	var b Body
	snapshot, err := r.consistent(ctx, cypher.ReadBody, project, cypher.Params{
		"path": of.Path, "prefix": idPrefix(of.Path), "module": isModule(of), "start_line": of.StartLine, "end_line": of.EndLine,
		"limit": limit,
	}, func(row cypher.Row) { b = Body{Total: row.Int("total"), Symbols: readSymbols(row.Maps("symbols"))} })
	b.Snapshot = snapshot
	return b, err
}

func pointer[T any](value T) *T { return &value }

// Detail describes one definition.
func (r *StoreReader) Detail(ctx context.Context, project string, q DetailQuery) (Detail, error) {
	var d Detail
	snapshot, err := r.consistent(ctx, cypher.ReadSymbol, project, cypher.Params{
		"id": q.ID, "targets": q.Targets, "inside": q.Inside, "file": q.File, "members": q.Members,
	}, func(row cypher.Row) {
		if row.Null("symbol") {
			return
		}
		s := row.Map("symbol")
		d.Symbol = SymbolDetail{
			Symbol: readSymbol(s), Signature: s.StringOr("signature", ""), Doc: s.StringOr("doc", ""),
			Annotations: s.Strings("annotations"), Exported: s.BoolOr("exported", false), Members: readSymbols(row.Maps("members")),
			Callers: row.Int("callers"), Callees: row.Int("callees"), CoveredBy: pointer(row.Int("covered_by")),
			FileStatus: row.StringOr("file_status", ""),
		}
		if !row.Null("parent") {
			parent := readSymbol(row.Map("parent"))
			d.Symbol.Parent = &parent
		}
		d.FileReason = row.StringOr("file_reason", "")
	})
	d.Snapshot = snapshot
	return d, err
}

// Text gives the text of a file as it was loaded.
func (r *StoreReader) Text(ctx context.Context, project, path string) (Text, error) {
	var t Text
	snapshot, err := r.consistent(ctx, cypher.ReadSource, project, cypher.Params{"path": path}, func(row cypher.Row) {
		t = Text{
			GZ: row.Bytes("text"), SHA256: row.StringOr("sha256", ""), Status: row.StringOr("status", ""), Reason: row.StringOr("reason", ""),
		}
	})
	t.Snapshot = snapshot
	return t, err
}
