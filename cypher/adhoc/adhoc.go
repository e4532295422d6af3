// Package adhoc runs Cypher of users: reading statements alone, cut at a number of rows and of bytes, within a time. It
// is the one place where text that is no statement file reaches the database.
//
// Four things stand between a text and harm, and no one of them is trusted alone: rules for the text, which see what
// plans hide; EXPLAIN, whose type, operators and procedures must be on lists of what reads only; a session in read access
// mode, in which the server refuses writes; and the settings of the managed server, which has no files, no network and
// no procedures to offer. Neo4j Community has no roles: who has the password may write over Bolt and Browser.
package adhoc

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/cypher"
	"assay/internal/fault"
)

// Bounds of one statement.
const (
	DefaultRows    = 1000
	MaxRows        = 10_000
	DefaultTimeout = 10 * time.Second
	MaxTimeout     = 30 * time.Second
	// MaxBytes bounds the rows as JSON.
	MaxBytes = 8 << 20

	// timeoutMargin is how much later than the server's timeout, which it polls, the connection is cut.
	timeoutMargin = time.Second
	// fetchSize is how many records are asked for at once: few, since one may be large.
	fetchSize = 100
	// maxRunning bounds the statements that run at once, so that they leave room for questions and loads.
	maxRunning = 4
)

// Request is a statement with its parameters and bounds.
type Request struct {
	Statement  string
	Parameters map[string]any
	MaxRows    int           // DefaultRows when 0
	Timeout    time.Duration // DefaultTimeout when 0
}

// Result is what a statement gave.
type Result struct {
	Columns   []string
	Rows      [][]any // of what JSON has, and *Node, *Edge and *Path
	Truncated bool    // there are more rows
	Cut       string  // why, when it was not for the number of rows
	Plan      string  // of a statement that began with EXPLAIN and so did not run
	Profile   bool    // PROFILE was left out
	Took      time.Duration
}

// Runner runs statements of users. It is safe for concurrent use.
type Runner struct {
	store   *cypher.Store
	running chan struct{}
}

// New makes a runner over an open store.
func New(store *cypher.Store) *Runner {
	return &Runner{store: store, running: make(chan struct{}, maxRunning)}
}

// Run explains a statement, refuses it unless it reads only, and runs it. It is never repeated.
func (r *Runner) Run(ctx context.Context, request Request) (*Result, error) {
	start := time.Now()
	if err := request.complete(); err != nil {
		return nil, err
	}
	text, err := readStatement(request.Statement)
	if err != nil {
		return nil, err
	}
	params, err := parameters(request.Parameters)
	if err != nil {
		return nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, request.Timeout+timeoutMargin)
	defer cancel()
	release, err := r.enter(bounded)
	if err != nil {
		return nil, err
	}
	defer release()
	run := &run{store: r.store, text: text, params: params, request: request, started: start}
	result, err := run.do(bounded)
	if err != nil {
		return nil, run.fault(ctx, bounded, err)
	}
	result.Took = time.Since(start)
	return result, nil
}

// complete puts the defaults in and refuses what is out of bounds.
func (q *Request) complete() error {
	if q.MaxRows == 0 {
		q.MaxRows = DefaultRows
	}
	if q.Timeout == 0 {
		q.Timeout = DefaultTimeout
	}
	switch {
	case q.MaxRows < 0 || q.MaxRows > MaxRows:
		return fault.New(fault.Invalid, "max_rows is %d, it must be from 1 to %d", q.MaxRows, MaxRows)
	case q.Timeout < time.Millisecond || q.Timeout > MaxTimeout:
		return fault.New(fault.Invalid, "timeout_ms is %d, it must be from 1 to %d", q.Timeout.Milliseconds(), MaxTimeout.Milliseconds())
	}
	return nil
}

// enter waits for a place among the running statements.
func (r *Runner) enter(ctx context.Context) (release func(), err error) {
	select {
	case r.running <- struct{}{}:
		return func() { <-r.running }, nil
	case <-ctx.Done():
		return nil, fault.New(fault.Unavailable, "%d ad-hoc statements run already", maxRunning).Fix("try again when one of them has ended")
	}
}

// run is one statement on its way.
type run struct {
	store   *cypher.Store
	text    statement
	params  map[string]any
	request Request
	started time.Time
	planned bool // the server answered: it is there
}

func (r *run) do(ctx context.Context) (*Result, error) {
	plan, err := r.explain(ctx)
	if err != nil {
		return nil, err
	}
	r.planned = true
	if r.text.explain {
		return &Result{Columns: []string{}, Rows: [][]any{}, Plan: plan}, nil
	}
	result, err := r.read(ctx)
	if err != nil {
		return nil, err
	}
	result.Profile = r.text.profile
	return result, nil
}

// explain asks for the plan, which runs nothing.
func (r *run) explain(ctx context.Context) (plan string, err error) {
	session := r.store.AdHocSession(ctx, fetchSize)
	defer session.Close(context.WithoutCancel(ctx))
	result, err := session.Run(ctx, "EXPLAIN "+r.text.text, r.params, neo4j.WithTxTimeout(r.left()))
	if err != nil {
		return "", err
	}
	summary, err := result.Consume(ctx)
	if err != nil {
		return "", err
	}
	return checkPlan(summary)
}

// read runs the statement and makes its rows ready for JSON.
func (r *run) read(parent context.Context) (*Result, error) {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	rows := newRows(r.request.MaxRows)
	if err := r.gather(ctx, cancel, rows); err != nil {
		return nil, cause(ctx, err)
	}
	return rows.result, r.nameEnds(parent, rows.encode)
}

// gather runs the statement and takes its rows. Its connection is dropped when rows are left, since the server would go
// on making them.
func (r *run) gather(ctx context.Context, cancel context.CancelCauseFunc, rows *rows) error {
	defer watchMemory(cancel, rows)()
	session := r.store.AdHocSession(ctx, fetchSize)
	defer func() {
		if rows.result.Truncated {
			cancel(nil)
		}
		_ = session.Close(ctx) // the rows are there, or a fault is told
	}()
	result, err := session.Run(ctx, r.text.text, r.params, neo4j.WithTxTimeout(r.left()))
	if err != nil {
		return err
	}
	if rows.result.Columns, err = result.Keys(); err != nil {
		return err
	}
	var record *neo4j.Record
	for result.NextRecord(ctx, &record) {
		more, err := rows.add(record.Values)
		if err != nil || !more {
			return err
		}
	}
	return result.Err()
}

// nameEnds looks up the identifiers of nodes of which the rows hold edges alone.
func (r *run) nameEnds(ctx context.Context, encode *encoder) error {
	if missing := encode.unknown(); len(missing) > 0 {
		err := r.store.Read(ctx, cypher.ReadAdhocEnds, cypher.Params{"elements": missing}, func(row cypher.Row) error {
			element := row.String("element")
			encode.ids[element] = row.StringOr("id", element)
			return nil
		})
		if err != nil {
			return err
		}
	}
	encode.nameEnds()
	return nil
}

// cause prefers the reason for which the reading was given up to what the driver makes of it.
func cause(ctx context.Context, err error) error {
	var known *fault.Error
	if err != nil && errors.As(context.Cause(ctx), &known) {
		return known
	}
	return err
}

// left is what is left of the statement's time.
func (r *run) left() time.Duration {
	return max(r.request.Timeout-time.Since(r.started), time.Millisecond)
}

// fault gives an error its kind. What the server says of the user's own text is told.
func (r *run) fault(parent, ctx context.Context, err error) error {
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	if parent.Err() != nil && !errors.Is(parent.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", context.Cause(parent), err)
	}
	var server *neo4j.Neo4jError
	isServer := errors.As(err, &server)
	switch {
	case ctx.Err() != nil, isServer && strings.Contains(server.Code, "TransactionTimedOut"):
		return fault.New(fault.Timeout, "the statement did not end within %s", r.request.Timeout).
			Fix("bound it: a LIMIT, a shorter path such as [*1..4], or a start that an index finds ({graph: ..., id: ...})").
			Fix("or give it more time: timeout_ms (--timeout on the command line), at most %d ms", MaxTimeout.Milliseconds()).Because(err)
	case neo4j.IsConnectivityError(err) && r.planned:
		return fault.New(fault.Unavailable, "Neo4j ended the connection while the statement ran").
			Fix("a value may be too large to be sent: UNWIND a long list, or cut it with [0..1000]").Because(err)
	case isServer && cypher.IsTooLarge(err):
		return fault.New(fault.Invalid, "the statement needs more memory than the server gives to one").
			Fix("collect, sort and count less of the graph in one statement").Because(err)
	case isServer && strings.HasSuffix(server.Code, ".AccessMode"):
		return refuse("it writes; ad-hoc Cypher reads only").Because(err)
	case isServer && ofTheText(server.Code):
		return fault.New(fault.Invalid, "Neo4j does not take the statement: %s", server.Msg).
			Fix("docs/schema.md has the labels, edges and properties").Because(err)
	}
	return r.store.AdHocFault(ctx, err)
}

// ofTheText reports whether an error of the server is about the statement or its values.
func ofTheText(code string) bool {
	for _, family := range []string{"Neo.ClientError.Statement.", "Neo.ClientError.Procedure.", "Neo.ClientError.Schema.", "Neo.ClientError.Request."} {
		if strings.HasPrefix(code, family) {
			return true
		}
	}
	return false
}
