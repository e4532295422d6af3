package cypher

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/internal/fault"
)

// fault turns an error of the driver into one with a kind. The database's own text stays in the cause, for the log.
func (s *Store) fault(ctx context.Context, statement Statement, err error) error {
	if err == nil {
		return nil
	}
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	cause := fmt.Errorf("statement %s: %w", statement, err)
	switch ctx.Err() { // the driver hides a passed deadline behind an error of its own
	case context.DeadlineExceeded:
		return fault.New(fault.Timeout, "Neo4j did not answer in time").Because(cause)
	case context.Canceled:
		return fmt.Errorf("%w: %w", context.Cause(ctx), cause)
	}
	var server *neo4j.Neo4jError
	if errors.As(err, &server) {
		return s.serverFault(server, cause)
	}
	var unreachable *neo4j.ConnectivityError
	if errors.As(err, &unreachable) {
		return s.unavailable(cause)
	}
	return fault.New(fault.Internal, "the database refused a statement").Because(cause)
}

func (s *Store) serverFault(server *neo4j.Neo4jError, cause error) error {
	switch {
	case outOfMemory(server):
		return fault.New(fault.Unavailable, "the change is too large for one transaction of this Neo4j: its memory for transactions is used up").
			Fix("raise server.memory.heap.max_size or db.memory.transaction.total.max in neo4j.conf").Because(cause)
	case strings.Contains(server.Code, "TransactionTimedOut"):
		return fault.New(fault.Timeout, "Neo4j did not finish in time").Because(cause)
	case strings.HasPrefix(server.Code, "Neo.ClientError.Security."):
		return s.refused(cause)
	case server.Code == "Neo.ClientError.Database.DatabaseNotFound":
		return fault.New(fault.Unavailable, "Neo4j has no database %q", s.config.Database).
			Fix("set NEO4J_DATABASE to a database that exists, or leave it out").Because(cause)
	case strings.HasSuffix(server.Code, ".DatabaseUnavailable"), strings.HasSuffix(server.Code, ".NotALeader"):
		return s.unavailable(cause)
	case strings.HasPrefix(server.Code, "Neo.DatabaseError."):
		return fault.New(fault.Unavailable, "Neo4j has a failure of its own").
			Fix("look into the server's log, and whether its disk is full").Because(cause)
	case strings.HasPrefix(server.Code, "Neo.TransientError."):
		return fault.New(fault.Unavailable, "Neo4j is busy: the change was repeated without success").
			Fix("try again in a moment").Because(cause)
	default:
		return fault.New(fault.Internal, "the database refused a statement").Because(cause)
	}
}

// openFault is the fault of a first contact, where a deadline means that nobody answers.
func (s *Store) openFault(err error) error {
	found := s.fault(context.Background(), ReadPing, err)
	if kind := fault.KindOf(found); kind == fault.Unavailable {
		return found
	}
	return s.unavailable(err)
}

func (s *Store) unavailable(cause error) error {
	gone := fault.New(fault.Unavailable, "Neo4j does not answer at %s", address(s.config.URI)).Because(cause)
	if s.config.Own {
		return gone.Fix("start that server, or set NEO4J_URI to one that runs").
			Fix("or leave NEO4J_URI out to have a managed server: assay up")
	}
	return gone.
		Fix("start the managed server: assay up").
		Fix("or set NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD to a server that runs")
}

func (s *Store) refused(cause error) error {
	return fault.New(fault.Unavailable, "Neo4j at %s refuses the user name or password of %q", address(s.config.URI), s.config.Username).
		Fix("check NEO4J_USERNAME and NEO4J_PASSWORD").
		Fix("a new server wants its first password changed before it takes statements").Because(cause)
}

func badAddress(uri string, cause error) error {
	return fault.New(fault.Invalid, "%q is no address of a Neo4j server", address(uri)).
		Fix("use bolt://host:7687 for one server or neo4j://host:7687 for a cluster").Because(cause)
}

func tooOld(agent string) error {
	return fault.New(fault.Unavailable, "%s is too old: assay needs Neo4j 5.26 or later", agent).
		Fix("upgrade the server, or use the managed one: assay up, without NEO4J_URI")
}

// address shows a URI without a password that it may carry.
func address(uri string) string {
	parsed, err := url.Parse(uri)
	if err != nil {
		return "(unreadable)"
	}
	return parsed.Redacted()
}

func outOfMemory(server *neo4j.Neo4jError) bool {
	return strings.Contains(server.Code, "OutOfMemory")
}

// IsTooLarge reports whether a transaction failed because the server's memory could not hold it. Such an error calls
// itself transient; repeating it is in vain.
func IsTooLarge(err error) bool {
	var server *neo4j.Neo4jError
	return errors.As(err, &server) && outOfMemory(server)
}

// IsTransient reports whether the server undid the transaction for a passing reason, such as a deadlock. A lost
// connection is none: its transaction may have been committed.
func IsTransient(err error) bool {
	var server *neo4j.Neo4jError
	return errors.As(err, &server) && strings.HasPrefix(server.Code, "Neo.TransientError.") && !outOfMemory(server)
}

func isConnectivity(err error) bool {
	var unreachable *neo4j.ConnectivityError
	return errors.As(err, &unreachable)
}
