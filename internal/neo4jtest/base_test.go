package neo4jtest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"assay/internal/filelock"
)

// emptyBase is a base of this test's own, with its lock held, so that nothing here touches the shared server.
func emptyBase(t *testing.T) base {
	t.Helper()
	b := base{dir: t.TempDir(), jars: t.TempDir()}
	lock, err := b.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lock.Release()
	return b
}

func hold(t *testing.T, path string) *filelock.Lock {
	t.Helper()
	lock, err := filelock.Try(path)
	if err != nil {
		t.Fatal(err)
	}
	return lock
}

func TestALeaseLastsAsLongAsItsHolder(t *testing.T) {
	b := emptyBase(t)
	lease := hold(t, b.lease(11))
	if !b.leased(11) || !b.anyLease() {
		t.Error("a held lease is not seen")
	}
	lease.Release()
	if b.leased(11) || b.anyLease() {
		t.Error("a lease outlives its holder")
	}
	if _, err := os.Stat(b.lease(11)); !os.IsNotExist(err) {
		t.Errorf("the dead lease is still there: %v", err)
	}
}

func TestServersOfDeadTestsAreRemovedAndOthersKept(t *testing.T) {
	b := emptyBase(t)
	defer hold(t, b.lease(11)).Release()
	living, dead := filepath.Join(b.path("own"), "11-x"), filepath.Join(b.path("own"), "12-x")
	for _, dir := range []string{living, dead} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	lastSeen := time.Now().Add(-2 * linger)
	if done, err := b.look(t.Context(), &lastSeen); done || err != nil {
		t.Fatalf("the supervisor would end while a test lives: %v, %v", done, err)
	}
	if time.Since(lastSeen) > linger {
		t.Error("a living test was not seen")
	}
	if _, err := os.Stat(living); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dead); !os.IsNotExist(err) {
		t.Errorf("what a dead test left is still there: %v", err)
	}
}

func TestTheSupervisorEndsWhenItsTimeHasCome(t *testing.T) {
	b := emptyBase(t)
	lastSeen := time.Now()
	if done, err := b.look(t.Context(), &lastSeen); done || err != nil {
		t.Fatalf("at once: %v, %v", done, err)
	}
	lastSeen = time.Now().Add(-2 * linger)
	if done, err := b.look(t.Context(), &lastSeen); !done || err != nil {
		t.Fatalf("after its time: %v, %v", done, err)
	}
	if _, err := os.Stat(b.path("server")); !os.IsNotExist(err) {
		t.Errorf("the shared server's data is still there: %v", err)
	}
}

func TestEveryTestProcessHasALease(t *testing.T) {
	t.Setenv("ASSAY_TEST_NEO4J_URI", "")
	Shared(t)
	b := newBase(dataDirectory())
	if _, err := filelock.Try(filepath.Join(b.path("leases"), strconv.Itoa(os.Getpid()))); !errors.Is(err, filelock.ErrHeld) {
		t.Errorf("the lease of this process: %v", err)
	}
}
