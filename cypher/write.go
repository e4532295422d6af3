package cypher

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// Counters say what a statement changed.
type Counters struct {
	NodesCreated, NodesDeleted int
	EdgesCreated, EdgesDeleted int
	PropertiesSet              int
}

func countersOf(summary neo4j.ResultSummary) Counters {
	c := summary.Counters()
	return Counters{
		NodesCreated: c.NodesCreated(), NodesDeleted: c.NodesDeleted(),
		EdgesCreated: c.RelationshipsCreated(), EdgesDeleted: c.RelationshipsDeleted(),
		PropertiesSet: c.PropertiesSet(),
	}
}

// Tx is one open writing transaction. It ends with Commit or Rollback, exactly one of which must be called.
type Tx struct {
	store   *Store
	session neo4j.SessionWithContext
	tx      neo4j.ExplicitTransaction
}

// Begin opens a writing transaction.
func (s *Store) Begin(ctx context.Context) (*Tx, error) {
	session := s.session(ctx, neo4j.AccessModeWrite)
	tx, err := session.BeginTransaction(ctx, neo4j.WithTxTimeout(s.config.WriteTimeout))
	if err != nil {
		_ = session.Close(context.WithoutCancel(ctx)) // the reason for closing is told instead
		return nil, s.fault(ctx, "begin", err)
	}
	return &Tx{store: s, session: session, tx: tx}, nil
}

// Run runs a statement inside of the transaction and hands each row to the function, which may be nil.
func (t *Tx) Run(ctx context.Context, statement Statement, params Params, each func(Row) error) (Counters, error) {
	text, err := t.store.text(statement)
	if err != nil {
		return Counters{}, err
	}
	result, err := t.tx.Run(ctx, text, params)
	if err != nil {
		return Counters{}, t.store.fault(ctx, statement, err)
	}
	summary, err := t.store.drain(ctx, statement, result, each)
	if err != nil {
		return Counters{}, err
	}
	return countersOf(summary), nil
}

// Commit makes the transaction's changes stand.
func (t *Tx) Commit(ctx context.Context) error {
	defer t.session.Close(context.WithoutCancel(ctx))
	return t.store.fault(ctx, "commit", t.tx.Commit(ctx))
}

// Rollback undoes the transaction's changes. It tells nothing: the reason for it has been told, and a server that
// cannot be reached undoes them by itself.
func (t *Tx) Rollback(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	_ = t.tx.Rollback(ctx)
	_ = t.session.Close(ctx)
}

// Write runs work in one transaction and commits it, repeating both after transient errors; it says how often.
func (s *Store) Write(ctx context.Context, work func(*Tx) error) (retries int, err error) {
	return Retry(ctx, func() error {
		tx, err := s.Begin(ctx)
		if err != nil {
			return err
		}
		if err := work(tx); err != nil {
			tx.Rollback(ctx)
			return err
		}
		return tx.Commit(ctx)
	})
}

// Execute runs one writing statement in a transaction of its own, or in several when the statement says so with
// IN TRANSACTIONS, and repeats it after transient errors.
func (s *Store) Execute(ctx context.Context, statement Statement, params Params, each func(Row) error) (Counters, error) {
	var counters Counters
	_, err := Retry(ctx, func() error {
		var err error
		counters, err = s.executeOnce(ctx, statement, params, each)
		return err
	})
	return counters, err
}

func (s *Store) executeOnce(ctx context.Context, statement Statement, params Params, each func(Row) error) (Counters, error) {
	text, err := s.text(statement)
	if err != nil {
		return Counters{}, err
	}
	session := s.session(ctx, neo4j.AccessModeWrite)
	defer session.Close(context.WithoutCancel(ctx))
	result, err := session.Run(ctx, text, params, neo4j.WithTxTimeout(s.config.WriteTimeout))
	if err != nil {
		return Counters{}, s.fault(ctx, statement, err)
	}
	summary, err := s.drain(ctx, statement, result, each)
	if err != nil {
		return Counters{}, err
	}
	return countersOf(summary), nil
}
