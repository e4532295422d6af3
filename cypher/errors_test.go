package cypher

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/internal/fault"
)

// What the server tells becomes a kind; its own words stay in the cause.
func TestFaultsOfTheServer(t *testing.T) {
	store := &Store{config: Config{URI: "bolt://user:secret@host:7687"}}
	for code, want := range map[string]struct {
		kind      fault.Kind
		transient bool
	}{
		"Neo.TransientError.Transaction.DeadlockDetected":                    {fault.Unavailable, true},
		"Neo.TransientError.General.MemoryPoolOutOfMemoryError":              {fault.Unavailable, false},
		"Neo.TransientError.General.DatabaseUnavailable":                     {fault.Unavailable, true},
		"Neo.DatabaseError.Transaction.TransactionCommitFailed":              {fault.Unavailable, false},
		"Neo.ClientError.Security.Unauthorized":                              {fault.Unavailable, false},
		"Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration": {fault.Timeout, false},
		"Neo.ClientError.Statement.SyntaxError":                              {fault.Internal, false},
		"Neo.ClientError.Schema.ConstraintValidationFailed":                  {fault.Internal, false},
		"Neo.ClientError.Database.DatabaseNotFound":                          {fault.Unavailable, false},
	} {
		raw := &neo4j.Neo4jError{Code: code, Msg: "words of the database"}
		err := store.fault(context.Background(), "read/x", fmt.Errorf("somewhere: %w", raw))
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != want.kind {
			t.Errorf("%s became %v, want %s", code, err, want.kind)
			continue
		}
		if IsTransient(err) != want.transient {
			t.Errorf("%s: transient is %v", code, !want.transient)
		}
		for _, word := range []string{"words of the database", "secret"} {
			if text := f.Message + fmt.Sprint(f.Fixes); strings.Contains(text, word) {
				t.Errorf("%s shows %q: %s", code, word, text)
			}
		}
	}
}

// A context that ended explains an error better than the connection that was closed for it.
func TestEndedContextIsTold(t *testing.T) {
	store := &Store{}
	raw := &neo4j.ConnectivityError{Inner: errors.New("closed")}
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if err := store.fault(late, "read/x", raw); fault.KindOf(err) != fault.Timeout {
		t.Errorf("a passed deadline became %v", err)
	}
	ended, stop := context.WithCancelCause(t.Context())
	stop(fault.New(fault.Conflict, "lost"))
	if err := store.fault(ended, "read/x", raw); fault.KindOf(err) != fault.Conflict {
		t.Errorf("the cause of the end was lost: %v", err)
	}
	if err := store.fault(t.Context(), "read/x", raw); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a lost connection became %v", err)
	}
}
