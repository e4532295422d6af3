package cypher

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// AdHocSession opens a session in read access mode for text that is no statement file: package adhoc is its only user.
// Records arrive in batches of the given size; the caller closes the session.
func (s *Store) AdHocSession(ctx context.Context, fetchSize int) neo4j.SessionWithContext {
	return s.driver.NewSession(ctx, neo4j.SessionConfig{
		AccessMode: neo4j.AccessModeRead, DatabaseName: s.config.Database, BookmarkManager: s.bookmarks, FetchSize: fetchSize,
	})
}

// AdHocFault gives an error of an ad-hoc session its kind; the database's own text stays in the cause.
func (s *Store) AdHocFault(ctx context.Context, err error) error { return s.fault(ctx, "ad hoc", err) }
