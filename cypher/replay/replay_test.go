package replay_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/cypher"
	"assay/cypher/replay"
	"assay/internal/neo4jtest"
)

// TestWhatAStoreSentIsSentAgain records a read, sends it again by the driver alone, and sees that a statement that is wrong
// is an error and not a quick reply.
func TestWhatAStoreSentIsSentAgain(t *testing.T) {
	server := neo4jtest.Shared(t)
	recorder := &replay.Recorder{}
	config := cypher.Config{
		URI: server.URI, Username: server.Username, Password: server.Password, Database: server.Database, Observe: recorder.Observe,
	}
	store, err := cypher.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close(context.WithoutCancel(t.Context())) })
	params := cypher.Params{"project": neo4jtest.Project(t)}
	if err := store.Read(t.Context(), cypher.ReadLoadProject, params, nil); err != nil {
		t.Fatal(err)
	}
	calls := recorder.Take()
	if len(calls) != 1 || calls[0].Text == "" || !cmp.Equal(calls[0].Params, params) {
		t.Fatalf("recorded %+v", calls)
	}
	if again := recorder.Take(); len(again) != 0 {
		t.Errorf("taken twice: %+v", again)
	}
	loop, err := replay.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = loop.Close(context.WithoutCancel(t.Context())) })
	if err := loop.Run(t.Context(), calls); err != nil {
		t.Error(err)
	}
	if err := loop.Run(t.Context(), []replay.Call{{Text: "MATCH (n"}}); err == nil {
		t.Error("half a statement is no error")
	}
	config.Password = "wrong"
	if _, err := replay.Open(t.Context(), config); err == nil && server.Password != "" {
		t.Error("a wrong password is no error")
	}
}
