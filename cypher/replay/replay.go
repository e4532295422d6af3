// Package replay sends statements that a question sent again, on bare sessions of the driver and without a look at what
// comes back: what the database and the driver cost alone, which benchmarks set beside what the service takes.
package replay

import (
	"context"
	"fmt"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/notifications"

	"assay/cypher"
)

// connections is the size of the pool: that of a Store.
const connections = 64

// Call is a statement that was sent.
type Call struct {
	Text   string
	Params cypher.Params
}

// Recorder keeps the statements that a Store sends: its Observe goes into the Store's Config. It is not safe for
// questions at the same time.
type Recorder struct{ calls []Call }

// Observe keeps one statement.
func (r *Recorder) Observe(text string, params cypher.Params) {
	r.calls = append(r.calls, Call{text, params})
}

// Take gives the statements since it was called last.
func (r *Recorder) Take() []Call {
	calls := r.calls
	r.calls = nil
	return calls
}

// Loop sends statements over a driver of its own. It is safe for concurrent use.
type Loop struct {
	driver   neo4j.DriverWithContext
	database string
}

// Open connects to the database.
func Open(ctx context.Context, cfg cypher.Config) (*Loop, error) {
	auth := neo4j.NoAuth()
	if cfg.Username != "" {
		auth = neo4j.BasicAuth(cfg.Username, cfg.Password, "")
	}
	driver, err := neo4j.NewDriverWithContext(cfg.URI, auth, func(c *config.Config) {
		c.MaxConnectionPoolSize = connections
		c.NotificationsMinSeverity = notifications.DisabledLevel
	})
	if err != nil {
		return nil, fmt.Errorf("open a bare driver: %w", err)
	}
	if err := driver.VerifyConnectivity(ctx); err != nil {
		_ = driver.Close(ctx) // the reason for closing is told instead
		return nil, fmt.Errorf("open a bare driver: %w", err)
	}
	return &Loop{driver: driver, database: cfg.Database}, nil
}

// Run sends statements one after the other, each in a transaction of its own, and reads every reply to its end.
func (l *Loop) Run(ctx context.Context, calls []Call) error {
	session := l.driver.NewSession(ctx, neo4j.SessionConfig{AccessMode: neo4j.AccessModeRead, DatabaseName: l.database})
	defer session.Close(ctx)
	for _, call := range calls {
		result, err := session.Run(ctx, call.Text, call.Params)
		if err != nil {
			return fmt.Errorf("send a statement again: %w", err)
		}
		for result.Next(ctx) {
		}
		if err := result.Err(); err != nil {
			return fmt.Errorf("read a statement's reply again: %w", err)
		}
	}
	return nil
}

// Close ends all connections.
func (l *Loop) Close(ctx context.Context) error { return l.driver.Close(ctx) }
