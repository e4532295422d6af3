package load

import (
	"context"
	"maps"
	"slices"

	"assay/cypher"
	"assay/internal/fault"
	"assay/internal/graph"
)

// state is what the Project node says of the published version.
type state struct {
	version   int64
	graph     string // key of the published copy
	root      string
	stale     []string // keys of copies that are to be removed
	commit    string
	branch    string
	dirty     bool
	languages []string
	status    string
	extractor string
	counts    map[string]int64
}

func readState(ctx context.Context, store *cypher.Store, project string) (state, error) {
	var s state
	err := error(fault.New(fault.NotFound, "there is no project %s", project).Fix("list the projects: assay projects"))
	failed := store.Read(ctx, cypher.ReadLoadProject, cypher.Params{"project": project}, func(row cypher.Row) error {
		err = nil
		s = state{
			version: row.Int64("version"), graph: row.StringOr("graph", ""), root: row.StringOr("root", ""),
			stale: row.Strings("stale"), commit: row.StringOr("commit", ""), branch: row.StringOr("branch", ""),
			dirty: row.Bool("dirty"), languages: row.Strings("languages"), status: row.StringOr("status", ""),
			extractor: row.StringOr("extractor_hash", ""), counts: map[string]int64{},
		}
		values := row.Int64s("count_values")
		for i, name := range row.Strings("count_names") {
			if i < len(values) {
				s.counts[name] = values[i]
			}
		}
		return nil
	})
	if failed != nil {
		return state{}, failed
	}
	return s, err
}

// equal reports whether the published version already says what this snapshot would.
func (s Snapshot) equal(published state, counts map[string]int64) bool {
	return s.Commit == published.commit && s.Branch == published.branch && s.Dirty == published.dirty &&
		string(s.Status) == published.status && s.ExtractorHash == published.extractor &&
		slices.Equal(s.Languages, published.languages) && maps.Equal(counts, published.counts)
}

// write describes the version in the database, inside of the publish's transaction.
func (s Snapshot) write(ctx context.Context, tx *cypher.Tx, key string, retired any, version int64, counts map[string]int64) error {
	names := slices.Sorted(maps.Keys(counts))
	values := make([]int64, len(names))
	for i, name := range names {
		values[i] = counts[name]
	}
	var row list
	row.text(s.Commit)
	row.text(s.Branch)
	row.texts(s.Languages)
	row.text(s.ExtractorHash)
	params := cypher.Params{
		"project": s.Project, "version": version, "root": s.Root, "graph": key, "retired": retired,
		"commit": row[0], "branch": row[1], "languages": row[2], "extractor_hash": row[3], "dirty": s.Dirty,
		"status": string(s.Status), "count_names": names, "count_values": values,
	}
	if _, err := tx.Run(ctx, cypher.WriteSnapshotCreate, params, nil); err != nil {
		return err
	}
	_, err := tx.Run(ctx, cypher.WriteSnapshotsPrune, cypher.Params{"project": s.Project, "keep": maxSnapshots}, nil)
	return err
}

// snapshot describes the published version once more, for a publish that changes what hangs on it only.
func (s state) snapshot(project string) Snapshot {
	return Snapshot{
		Project: project, Root: s.root, Commit: s.commit, Branch: s.branch, Dirty: s.dirty, Languages: s.languages,
		ExtractorHash: s.extractor, Status: graph.SnapshotStatus(s.status),
	}
}
