package queries

import (
	"context"

	"assay/cypher"
)

// TestParts gives the bodies and fixtures of tests.
func (r *StoreReader) TestParts(ctx context.Context, project string, q TestPartsQuery) (TestParts, error) {
	parts := TestParts{Bodies: []TestBody{}, Fixtures: []FixtureUse{}}
	snapshot, err := r.consistent(ctx, cypher.ReadTestParts, project, cypher.Params{
		"tests": list(q.Tests), "bodies": list(q.Bodies), "limit": q.Limit,
	}, func(row cypher.Row) {
		for _, body := range row.Maps("bodies") {
			parts.Bodies = append(parts.Bodies, TestBody{Test: body.String("test"), Symbol: readSymbol(body.Map("symbol"))})
		}
		for _, f := range row.Maps("fixtures") {
			parts.Fixtures = append(parts.Fixtures, FixtureUse{
				Symbol: readSymbol(f.Map("symbol")), Scope: f.StringOr("scope", ""), Tests: f.Int("tests"),
			})
		}
		parts.Total = row.Int("total")
	})
	parts.Snapshot = snapshot
	return parts, err
}

// Texts gives the texts of files.
func (r *StoreReader) Texts(ctx context.Context, project string, paths []string) (Texts, error) {
	texts := Texts{GZ: map[string][]byte{}}
	snapshot, err := r.consistent(ctx, cypher.ReadSources, project, cypher.Params{"paths": list(paths)}, func(row cypher.Row) {
		for _, file := range row.Maps("files") {
			texts.GZ[file.String("path")] = file.Bytes("text")
		}
	})
	texts.Snapshot = snapshot
	return texts, err
}
