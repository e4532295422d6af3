package queries

import (
	"context"
	"time"

	"assay/cypher"
)

// StoreReader reads projects from Neo4j. Each method is one statement of cypher/read, which reads the version first and
// last, so that everything that it gives is of one published version.
type StoreReader struct{ store *cypher.Store }

// NewStoreReader makes a reader over an open store.
func NewStoreReader(store *cypher.Store) *StoreReader { return &StoreReader{store: store} }

// consistent runs a statement of one row and gives the snapshot that the row belongs to.
func (r *StoreReader) consistent(ctx context.Context, statement cypher.Statement, project string, params cypher.Params, each func(cypher.Row)) (Snapshot, error) {
	params["project"] = project
	var snapshot Snapshot
	version, err := r.store.Consistent(ctx, statement, params, func(row cypher.Row) error {
		snapshot = readSnapshot(row.Map("snapshot"))
		each(row)
		return nil
	})
	snapshot.Version = version
	return snapshot, err
}

// readSnapshot reads the properties of a Project node that describe its published version.
func readSnapshot(row cypher.Row) Snapshot {
	return Snapshot{
		Project: row.String("name"), Root: row.StringOr("root", ""), Commit: row.StringOr("commit", ""),
		Branch: row.StringOr("branch", ""), Dirty: row.BoolOr("dirty", false), Status: row.StringOr("status", ""),
		CreatedAt: time.UnixMilli(row.Int64("loaded_at")).UTC(), Languages: row.Strings("languages"),
		ExtractorHash: row.StringOr("extractor_hash", ""),
	}
}

// readSymbol reads a symbol, or an external one, from a map.
func readSymbol(row cypher.Row) Symbol {
	if row.Bool("external") {
		return ExternalSymbol(row.String("id"), row.StringOr("ecosystem", ""), row.StringOr("qualified_name", ""))
	}
	return Symbol{
		ID: row.String("id"), Path: row.String("path"), Name: row.String("name"), QualifiedName: row.String("qualified_name"),
		Kind: row.String("kind"), Language: row.StringOr("language", ""), StartLine: row.IntOr("start_line", 0),
		EndLine: row.IntOr("end_line", 0), Role: row.StringOr("role", ""),
	}
}

func readSymbols(rows []cypher.Row) []Symbol {
	all := make([]Symbol, 0, len(rows))
	for _, row := range rows {
		all = append(all, readSymbol(row))
	}
	return all
}

func readUnresolved(row cypher.Row) Unresolved {
	u := Unresolved{Total: row.Int("unresolved_total"), Sites: []UnresolvedSite{}}
	for _, site := range row.Maps("unresolved") {
		u.Sites = append(u.Sites, UnresolvedSite{
			Site: Site{Path: site.String("path"), Line: site.Int("line"), Symbol: site.StringOr("symbol", "")},
			Name: site.String("name"), Reason: site.StringOr("reason", ""),
		})
	}
	return u
}

func readTest(row cypher.Row) TestRef {
	return TestRef{
		RunnerID: row.String("runner_id"), Path: row.String("path"), Line: row.IntOr("line", 0), Framework: row.StringOr("framework", ""),
	}
}
