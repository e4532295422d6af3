package cypher

import (
	"context"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/internal/fault"
)

// Read runs a reading statement in a transaction of its own, in read access mode, and hands each row to the function.
// The function must not keep the row. A statement whose connection broke before the first row is repeated.
func (s *Store) Read(ctx context.Context, statement Statement, params Params, each func(Row) error) error {
	return s.read(ctx, statement, params, s.config.ReadTimeout, each)
}

// Scan is Read for statements that go through a whole project: they may take as long as a write.
func (s *Store) Scan(ctx context.Context, statement Statement, params Params, each func(Row) error) error {
	return s.read(ctx, statement, params, s.config.WriteTimeout, each)
}

func (s *Store) read(ctx context.Context, statement Statement, params Params, timeout time.Duration, each func(Row) error) error {
	rows := 0
	counted := func(row Row) error {
		rows++
		return each(row)
	}
	for attempt := 0; ; attempt++ {
		err := s.readOnce(ctx, statement, params, timeout, counted)
		if err == nil || rows > 0 || attempt == maxRetries || !IsTransient(err) && !(isConnectivity(err) && attempt == 0) {
			return err
		}
		if err := pause(ctx, attempt); err != nil {
			return err
		}
	}
}

func (s *Store) readOnce(parent context.Context, statement Statement, params Params, timeout time.Duration, each func(Row) error) error {
	text, err := s.text(statement)
	if err != nil {
		return err
	}
	if s.config.Observe != nil {
		s.config.Observe(text, params)
	}
	ctx, cancel := context.WithTimeout(parent, timeout+timeoutMargin)
	defer cancel()
	session := s.session(ctx, neo4j.AccessModeRead)
	defer session.Close(context.WithoutCancel(ctx))
	result, err := session.Run(ctx, text, params, neo4j.WithTxTimeout(timeout))
	if err != nil {
		return s.fault(ctx, statement, err)
	}
	_, err = s.drain(ctx, statement, result, each)
	return err
}

// drain hands each record of a result to the function and ends with the result's summary.
func (s *Store) drain(ctx context.Context, statement Statement, result neo4j.ResultWithContext, each func(Row) error) (neo4j.ResultSummary, error) {
	var failed error
	var record *neo4j.Record
	for result.NextRecord(ctx, &record) {
		if each == nil {
			continue
		}
		row := Row{keys: record.Keys, values: record.Values, failed: &failed}
		if err := each(row); err != nil {
			return nil, err
		}
		if failed != nil {
			return nil, s.columnFault(statement, failed)
		}
	}
	if err := result.Err(); err != nil {
		return nil, s.fault(ctx, statement, err)
	}
	summary, err := result.Consume(ctx)
	return summary, s.fault(ctx, statement, err)
}

func (s *Store) columnFault(statement Statement, failed error) error {
	return fault.New(fault.Internal, "the reply to statement %s is not as expected", statement).Because(failed)
}

// Waits of Consistent: a publish shows an odd version for milliseconds, for seconds when it is very large.
const (
	firstWait = time.Millisecond
	maxWait   = 100 * time.Millisecond
	maxOdd    = 10 * time.Second // how long an odd version is waited for
	maxMoved  = 20               // how often a statement is repeated because the version moved under it
)

// Consistent runs one statement that reads the version first and last, and repeats it until both are the same even
// number: only then is everything between from one published version. The statement returns one row with the columns
// version_before and version_after, and no row when the project does not exist. The row is handed over once, and the
// version that it belongs to is returned. A project that was never published, version 0, is not found.
//
// The two versions must be read through two MATCH clauses with variables of their own, since the planner reads a
// property of one variable only once; docs/schema.md shows the pattern.
func (s *Store) Consistent(ctx context.Context, statement Statement, params Params, each func(Row) error) (int64, error) {
	odd := time.Duration(0)
	for moved, wait := 0, firstWait; ; wait = min(2*wait, maxWait) {
		row, before, after, err := s.consistentOnce(ctx, statement, params)
		if err != nil {
			return 0, err
		}
		switch {
		case before == 0:
			return 0, unpublished(params)
		case before%2 == 0 && before == after:
			if err := each(row); err != nil {
				return 0, err
			}
			if err := row.Err(); err != nil {
				return 0, s.columnFault(statement, err)
			}
			return before, nil
		case before%2 != 0 || after%2 != 0:
			if odd += wait; odd > maxOdd {
				return 0, s.interrupted(ctx, params)
			}
		default:
			if moved++; moved > maxMoved {
				return 0, fault.New(fault.Unavailable, "the project %v changes faster than it can be read", params["project"]).Fix("try again in a moment")
			}
		}
		if err := sleep(ctx, wait); err != nil {
			return 0, err
		}
	}
}

func (s *Store) consistentOnce(ctx context.Context, statement Statement, params Params) (row Row, before, after int64, err error) {
	rows := 0
	err = s.Read(ctx, statement, params, func(r Row) error {
		rows++
		row, before, after = r, r.Int64("version_before"), r.Int64("version_after")
		return nil
	})
	switch {
	case err != nil:
		return Row{}, 0, 0, err
	case rows == 0:
		return Row{}, 0, 0, fault.New(fault.NotFound, "there is no project %v", params["project"]).
			Fix("list the projects: assay projects").Fix("load one: assay ingest PATH")
	case rows > 1:
		return Row{}, 0, 0, fault.New(fault.Internal, "statement %s gave %d rows instead of one", statement, rows)
	}
	return row, before, after, nil
}

func unpublished(params Params) error {
	return fault.New(fault.NotFound, "the project %v is not loaded yet", params["project"]).
		Fix("wait for its first load to end, or load it: assay ingest PATH")
}

// interrupted is the fault of a version that stays odd: its writer died. Where the writer's lease has run out the
// version is repaired, so that the next question finds it even.
func (s *Store) interrupted(ctx context.Context, params Params) error {
	cause := fault.New(fault.Unavailable, "a load of the project %v was interrupted while it was published", params["project"]).
		Fix("try again in half a minute, or load the project again: assay ingest PATH")
	_, err := s.Execute(ctx, WriteVersionRecover, Params{"project": params["project"]}, nil)
	return cause.Because(err)
}
