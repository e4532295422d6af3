// Package cyphertest gives tests a store on a test server and a way to run Cypher of their own against it, to look at
// what the code under test wrote and to change it behind its back.
package cyphertest

import (
	"context"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/cypher"
	"assay/internal/neo4jtest"
)

// Open connects to a test server, brings the schema up to date, and disconnects with the end of the test.
func Open(t testing.TB, address neo4jtest.Address) *cypher.Store {
	t.Helper()
	store, err := cypher.Open(t.Context(), Config(address))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close(context.Background()) })
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return store
}

// Config is the configuration for a test server.
func Config(address neo4jtest.Address) cypher.Config {
	return cypher.Config{
		URI: address.URI, Username: address.Username, Password: address.Password, Database: address.Database,
	}
}

// Run runs Cypher in a transaction of its own and gives the rows.
func Run(t testing.TB, address neo4jtest.Address, text string, params map[string]any) []map[string]any {
	t.Helper()
	auth := neo4j.NoAuth()
	if address.Username != "" {
		auth = neo4j.BasicAuth(address.Username, address.Password, "")
	}
	driver, err := neo4j.NewDriverWithContext(address.URI, auth)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.WithoutCancel(t.Context()) // a test's end may still look
	defer driver.Close(ctx)
	session := driver.NewSession(ctx, neo4j.SessionConfig{DatabaseName: address.Database})
	defer session.Close(ctx)
	result, err := session.Run(ctx, text, params)
	if err != nil {
		t.Fatal(err)
	}
	records, err := result.Collect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]map[string]any, len(records))
	for i, record := range records {
		rows[i] = record.AsMap()
	}
	return rows
}
