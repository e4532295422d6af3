package cypher

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/fault"
	"assay/internal/neo4jtest"
)

// What would disturb others is tried on a server of its own, one for all parts.
func TestOwnServer(t *testing.T) {
	address := neo4jtest.Own(t)
	t.Run("stores that start together all migrate", func(t *testing.T) { migrateTogether(t, address) })
	t.Run("wrong password", func(t *testing.T) { wrongPassword(t, address) })
	t.Run("unknown database", func(t *testing.T) { unknownDatabase(t, address) })
	t.Run("transaction too large", func(t *testing.T) { tooLarge(t, address) })
	t.Run("statement that takes too long", func(t *testing.T) { tooLong(t, address) })
}

// Case N07: an empty server and several stores at once.
func migrateTogether(t *testing.T, address neo4jtest.Address) {
	var group sync.WaitGroup
	for range 6 {
		store := open(t, address)
		group.Go(func() {
			if err := store.Migrate(t.Context()); err != nil {
				t.Error(err)
			}
			states, err := store.rules(t.Context())
			if err != nil {
				t.Error(err)
			}
			for _, statement := range store.schema() {
				if state := states[ruleName(statement)]; state != "ONLINE" {
					t.Errorf("%s is %q after the migration", ruleName(statement), state)
				}
			}
		})
	}
	group.Wait()
}

func wrongPassword(t *testing.T, address neo4jtest.Address) {
	_, err := Open(t.Context(), Config{URI: address.URI, Username: address.Username, Password: "wrong"})
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != fault.Unavailable || !strings.Contains(f.Message, "password") {
		t.Errorf("got %v, want unavailable that tells of the password", err)
	}
	if strings.Contains(f.Error(), address.Password) {
		t.Error("the fault shows the password")
	}
}

func unknownDatabase(t *testing.T, address neo4jtest.Address) {
	_, err := Open(t.Context(), Config{URI: address.URI, Username: address.Username, Password: address.Password, Database: "nowhere"})
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), `no database "nowhere"`) {
		t.Errorf("got %v, want unavailable that tells of the database", err)
	}
}

// with adds a statement of the test's own to the store.
func with(store *Store, text string) Statement {
	store.texts["test"] = text
	return "test"
}

func tooLarge(t *testing.T, address neo4jtest.Address) {
	store := open(t, address)
	statement := with(store, "UNWIND range(1, 100000000) AS i WITH collect(toString(i)) AS words RETURN size(words) AS n")
	began := 0
	_, err := Retry(t.Context(), func() error {
		began++
		_, err := store.executeOnce(t.Context(), statement, nil, nil)
		return err
	})
	if fault.KindOf(err) != fault.Unavailable || !IsTooLarge(err) || !strings.Contains(err.Error(), "too large for one transaction") {
		t.Errorf("got %v, want unavailable that tells of the memory", err)
	}
	if began != 1 {
		t.Errorf("a transaction that is too large was tried %d times", began)
	}
}

func tooLong(t *testing.T, address neo4jtest.Address) {
	store := open(t, address)
	statement := with(store, "UNWIND range(1, 1000000000) AS i WITH i WHERE i < 0 RETURN i")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := store.Read(ctx, statement, nil, func(Row) error { return nil }); fault.KindOf(err) != fault.Timeout {
		t.Errorf("got %v, want a timeout", err)
	}
	store.config.ReadTimeout = 500 * time.Millisecond
	if err := store.Read(t.Context(), statement, nil, func(Row) error { return nil }); fault.KindOf(err) != fault.Timeout {
		t.Errorf("got %v, want a timeout of the server", err)
	}
}

func TestNobodyAnswers(t *testing.T) {
	_, err := Open(t.Context(), Config{URI: "bolt://127.0.0.1:1", Username: "neo4j", Password: "secret"})
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != fault.Unavailable || !strings.Contains(strings.Join(f.Fixes, " "), "assay up") {
		t.Errorf("got %v, want unavailable with fixes", err)
	}
	if _, err := Open(t.Context(), Config{URI: "ftp://x"}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("got %v, want invalid", err)
	}
}

func TestOldServersAreRefused(t *testing.T) {
	for agent, old := range map[string]bool{
		"Neo4j/5.26.28": false, "Neo4j/5.25.1": true, "Neo4j/4.4.40": true, "Neo4j/2025.06.0": false, "Neo4j/6.0.0": false, "": false,
	} {
		if err := checkVersion(agent); (err != nil) != old {
			t.Errorf("%q: %v", agent, err)
		}
	}
}

// A reading store cannot write: the server refuses.
func TestReadCannotWrite(t *testing.T) {
	store := open(t, neo4jtest.Shared(t))
	err := store.Read(t.Context(), with(store, "CREATE (n:Nothing) RETURN n.x AS x"), nil, func(Row) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "AccessMode") {
		t.Errorf("got %v, want a refusal", err)
	}
}

// What a mapper asks for and the statement does not give is an error, whatever the mapper does with the value.
func TestWrongColumnsAreErrors(t *testing.T) {
	store := open(t, neo4jtest.Shared(t))
	statement := with(store, "RETURN 'a' AS text, 1 AS number, null AS nothing, [1, 2] AS numbers, {x: 'y'} AS map, [{x: 1}] AS maps")
	read := func(mapper func(Row)) error {
		return store.Read(t.Context(), statement, nil, func(row Row) error {
			mapper(row)
			return nil
		})
	}
	for name, mapper := range map[string]func(Row){
		"missing column":      func(r Row) { r.String("txt") },
		"text for number":     func(r Row) { r.Int("text") },
		"null for text":       func(r Row) { r.String("nothing") },
		"numbers for texts":   func(r Row) { r.Strings("numbers") },
		"missing entry":       func(r Row) { r.Map("map").String("z") },
		"wrong type in entry": func(r Row) { r.Maps("maps")[0].String("x") },
		"text for optional":   func(r Row) { r.IntOr("text", 1) },
	} {
		if err := read(mapper); fault.KindOf(err) != fault.Internal || err == nil || !strings.Contains(err.Error(), "row ") {
			t.Errorf("%s: got %v, want a fault of the row", name, err)
		}
	}
	var got []any
	err := read(func(r Row) {
		got = append(got, r.String("text"), r.Int("number"), r.StringOr("nothing", "-"), r.Ints("numbers"), r.Ints("nothing"),
			r.Map("map").String("x"), r.Maps("maps")[0].Int("x"), r.Null("nothing"), r.Null("text"))
	})
	want := []any{"a", 1, "-", []int{1, 2}, []int{}, "y", 1, true, false}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
}

// Readers wait for an even version, and a project that was never published is not found.
func TestConsistent(t *testing.T) {
	store := open(t, neo4jtest.Shared(t))
	project := neo4jtest.Project(t)
	statement := with(store, `MATCH (p:Project {name: $project}) WITH p, p.version AS version_before
		MATCH (q:Project {name: $project}) RETURN version_before, q.version AS version_after`)
	store.texts["set"] = "MERGE (p:Project {name: $project}) SET p.version = $version"
	store.texts["drop"] = "MATCH (p:Project {name: $project}) DELETE p"
	set := func(version int) {
		if _, err := store.Execute(context.Background(), "set", Params{"project": project, "version": version}, nil); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(func() { _, _ = store.Execute(context.Background(), "drop", Params{"project": project}, nil) })
	read := func() (int64, error) {
		return store.Consistent(t.Context(), statement, Params{"project": project}, func(Row) error { return nil })
	}
	if _, err := read(); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown project: %v", err)
	}
	set(0)
	if _, err := read(); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a project without a version: %v", err)
	}
	set(3)
	done := make(chan int64)
	go func() {
		version, err := read()
		if err != nil {
			t.Error(err)
		}
		done <- version
	}()
	select {
	case version := <-done:
		t.Errorf("the odd version was read as %d", version)
	case <-time.After(100 * time.Millisecond):
	}
	set(4)
	if version := <-done; version != 4 {
		t.Errorf("version %d, want 4", version)
	}
}

// A version that stays odd because its writer died is told, and repaired for those who come after.
func TestAbandonedVersionIsRepaired(t *testing.T) {
	store := open(t, neo4jtest.Shared(t))
	project := neo4jtest.Project(t)
	store.texts["make"] = "CREATE (p:Project {name: $project, version: 7, lease_until: 1})"
	store.texts["drop"] = "MATCH (p:Project {name: $project}) DELETE p"
	if _, err := store.Execute(t.Context(), "make", Params{"project": project}, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = store.Execute(context.Background(), "drop", Params{"project": project}, nil) })
	if err := store.interrupted(t.Context(), Params{"project": project}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("got %v, want unavailable", err)
	}
	statement := with(store, `MATCH (p:Project {name: $project}) WITH p.version AS version_before
		MATCH (q:Project {name: $project}) RETURN version_before, q.version AS version_after`)
	version, err := store.Consistent(t.Context(), statement, Params{"project": project}, func(Row) error { return nil })
	if err != nil || version != 8 {
		t.Errorf("version %d, %v; want 8", version, err)
	}
}
