package neo4jtest

import (
	"regexp"
	"testing"

	"assay/deploy/neo4j"
)

func TestSharedAnswersAndIsOne(t *testing.T) {
	t.Setenv("ASSAY_TEST_NEO4J_URI", "")
	first, second := Shared(t), Shared(t)
	if first != second {
		t.Fatalf("two servers: %v and %v", first, second)
	}
	rows, err := neo4j.Query(t.Context(), first, "RETURN 6 * 7")
	if err != nil || len(rows) != 1 || rows[0][0] != float64(42) {
		t.Fatalf("rows %v, error %v", rows, err)
	}
}

func TestOwnIsPrivateAndSurvivesAKill(t *testing.T) {
	t.Parallel()
	server := StartOwn(t)
	if server.Address == Shared(t) {
		t.Fatal("the private server is the shared one")
	}
	if _, err := neo4j.Query(t.Context(), server.Address, "CREATE (:Kept {n: 1})"); err != nil {
		t.Fatal(err)
	}
	before := server.Address
	server.Kill(t)
	server.Start(t)
	if server.Address != before {
		t.Errorf("the address moved from %v to %v", before, server.Address)
	}
	rows, err := neo4j.Query(t.Context(), server.Address, "MATCH (k:Kept) RETURN k.n")
	if err != nil || len(rows) != 1 {
		t.Fatalf("after the kill: rows %v, error %v", rows, err)
	}
}

func TestProjectIsAValidNameOfItsOwn(t *testing.T) {
	valid := regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)
	t.Run("With Ünusual/Characters and a very long name that goes on and on and on and on", func(t *testing.T) {
		first, second := Project(t), Project(t)
		if first == second || !valid.MatchString(first) {
			t.Errorf("names %q and %q", first, second)
		}
	})
}
