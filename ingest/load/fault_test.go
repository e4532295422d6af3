package load_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/cypher"
	"assay/cypher/cyphertest"
	"assay/cypher/publish"
	"assay/ingest/load"
	"assay/ingest/load/loadtest"
	"assay/internal/fault"
	"assay/internal/neo4jtest"
)

// loaderTask makes the test binary a process that loads and is killed.
const loaderTask = "ASSAY_TEST_LOADER"

func TestMain(m *testing.M) {
	if task := os.Getenv(loaderTask); task != "" {
		if err := loadOnce(task); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

type loadTask struct {
	Config   cypher.Config
	Snapshot load.Snapshot
	Shape    loadtest.Shape
	Direct   int
}

func loadOnce(encoded string) error {
	var task loadTask
	if err := json.Unmarshal([]byte(encoded), &task); err != nil {
		return err
	}
	ctx := context.Background()
	store, err := cypher.Open(ctx, task.Config)
	if err != nil {
		return err
	}
	fmt.Println("loading")
	_, err = load.ApplyWith(ctx, store, task.Snapshot, task.Shape.Graph(), func(string, int, int) {}, task.Direct)
	return err
}

// A load that is killed leaves the version of before or the new one, and the next load puts everything right.
func TestKilledLoadLeavesOneVersion(t *testing.T) {
	const kills = 12
	b := newBench(t)
	old := loadtest.Shape{Files: 60, PerFile: 10, Calls: 4, Externals: 50, Names: 40, TestsPerFile: 1, Seed: 1, TextBytes: 100, ExternalEvery: 4}
	young := old
	young.Seed = 2
	fresh := newBench(t)
	fresh.apply(young.Graph())
	wantYoung := fresh.export()
	b.apply(old.Graph())
	wantOld := b.export()
	random, published := rand.New(rand.NewPCG(5, 5)), 0
	for i := range kills {
		direct := 1_000_000
		if i%2 == 1 {
			direct = 0
		}
		killLoader(t, loadTask{Config: cyphertest.Config(b.address), Snapshot: b.snapshot(), Shape: young, Direct: direct}, time.Duration(random.IntN(600))*time.Millisecond)
		settle(t, b)
		left := b.export()
		if !slices.Equal(left, wantOld) && !slices.Equal(left, wantYoung) {
			t.Errorf("kill %d left neither the old nor the new version: %s", i, cmp.Diff(wantOld, left))
		}
		if slices.Equal(left, wantYoung) {
			published++
		}
		b.apply(old.Graph())
		if d := cmp.Diff(wantOld, b.export()); d != "" {
			t.Errorf("the load after kill %d did not repair: %s", i, d)
		}
		rows := b.run(`MATCH (p:Project {name: $p}) RETURN p.version % 2 AS odd, size(p.stale_graphs) AS stale`, map[string]any{"p": b.project})
		if d := cmp.Diff([]map[string]any{{"odd": int64(0), "stale": int64(0)}}, rows); d != "" {
			t.Errorf("after kill %d: %s", i, d)
		}
	}
	t.Logf("%d of %d killed loads were published whole, the others not at all", published, kills)
}

// settle takes the dead writer's lease, as the next writer or a waiting reader would: a commit that the server still
// worked on when its client died has ended then.
func settle(t *testing.T, b *bench) {
	t.Helper()
	lease, _, err := publish.Take(t.Context(), b.store, b.project)
	if err != nil {
		t.Fatal(err)
	}
	lease.Release(t.Context())
}

func killLoader(t *testing.T, task loadTask, after time.Duration) {
	t.Helper()
	encoded, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), loaderTask+"="+string(encoded))
	var complaint strings.Builder
	child.Stderr = &complaint
	started, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = started.Read(make([]byte, 1))
	time.Sleep(after)
	_ = child.Process.Kill()
	_ = child.Wait()
	if complaint.Len() > 0 {
		t.Errorf("the load failed by itself: %s", complaint.String())
	}
}

// Of two loads of one project at once one wins and the other is told who does.
func TestTwoLoadsAtOnce(t *testing.T) {
	b := newBench(t)
	b.apply(small(1))
	inside, end := make(chan struct{}), make(chan struct{})
	var once sync.Once
	first := make(chan error, 1)
	go func() {
		_, err := load.Apply(t.Context(), b.store, b.snapshot(), small(2), func(phase string, _, _ int) {
			once.Do(func() { close(inside); <-end })
		})
		first <- err
	}()
	<-inside
	_, err := load.Apply(t.Context(), b.store, b.snapshot(), small(3), nil)
	close(end)
	if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "process "+fmt.Sprint(os.Getpid())) {
		t.Errorf("the second load gives %v, want a conflict that names the first", err)
	}
	if err := <-first; err != nil {
		t.Errorf("the first load failed: %v", err)
	}
}

// Case N08: a node that vanishes between its creation and the edges to it is no silent loss: the load fails, says so,
// and publishes nothing.
func TestMissingEndIsTold(t *testing.T) {
	b := newBench(t)
	b.apply(small(1))
	want := b.export()
	removed := false
	_, err := load.ApplyWith(t.Context(), b.store, b.snapshot(), small(2), func(phase string, done, _ int) {
		if phase != "edges" || removed {
			return
		}
		removed = true
		b.run("MATCH (p:Project {name: $p}) MATCH (n:Function) WHERE n.graph IN p.stale_graphs WITH n LIMIT 1 DETACH DELETE n", map[string]any{"p": b.project})
	}, 0)
	if !removed || fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), " of ") {
		t.Errorf("got %v, want a conflict with the numbers", err)
	}
	if d := cmp.Diff(want, b.export()); d != "" {
		t.Errorf("the failed load was published: %s", d)
	}
}

// A server that dies in the middle of a load is told as such; after its restart the old version stands and the next
// load succeeds.
func TestServerGoneInTheMiddle(t *testing.T) {
	server := neo4jtest.StartOwn(t)
	b := &bench{T: t, address: server.Address, store: cyphertest.Open(t, server.Address), project: neo4jtest.Project(t)}
	b.apply(small(1))
	want := b.export()
	killed := false
	_, err := load.ApplyWith(t.Context(), b.store, b.snapshot(), small(2), func(phase string, done, _ int) {
		if phase == "edges" && !killed {
			killed = true
			server.Kill(t)
		}
	}, 0)
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != fault.Unavailable || len(f.Fixes) == 0 {
		t.Errorf("got %v, want unavailable with fixes", err)
	}
	server.Start(t)
	b.address, b.store = server.Address, cyphertest.Open(t, server.Address)
	if d := cmp.Diff(want, b.export()); d != "" {
		t.Errorf("the load that was cut off is visible: %s", d)
	}
	cyphertest.Run(t, b.address, "MATCH (p:Project {name: $p}) SET p.lease_until = 1", map[string]any{"p": b.project})
	b.apply(small(2))
}

// A load whose lease went to somebody else stops before its next transaction and publishes nothing.
func TestLostLeaseStopsTheLoad(t *testing.T) {
	for _, direct := range []int{0, 1_000_000} {
		b := newBench(t)
		b.apply(small(1))
		want := b.export()
		_, err := load.ApplyWith(t.Context(), b.store, b.snapshot(), small(2), func(phase string, done, _ int) {
			if phase == "edges" || phase == "write" {
				b.run("MATCH (p:Project {name: $p}) SET p.lease_owner = 'thief', p.lease_until = 1", map[string]any{"p": b.project})
			}
		}, direct)
		if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "lost to another writer") {
			t.Errorf("limit %d: got %v, want a conflict", direct, err)
		}
		if d := cmp.Diff(want, b.export()); d != "" {
			t.Errorf("limit %d: the load was published: %s", direct, d)
		}
	}
}

// Loads of several projects at once share symbols outside of them without harm.
func TestProjectsLoadAtOnce(t *testing.T) {
	shape := loadtest.Shape{Files: 40, PerFile: 8, Calls: 4, Externals: 6, TestsPerFile: 1, Seed: 9, TextBytes: 10, ExternalEvery: 2}
	alone := newBench(t)
	alone.apply(shape.Graph())
	want := alone.export()
	var group sync.WaitGroup
	for range 4 {
		b := newBench(t)
		group.Go(func() {
			if _, err := load.Apply(t.Context(), b.store, b.snapshot(), shape.Graph(), nil); err != nil {
				t.Error(err)
				return
			}
			if d := cmp.Diff(want, b.export()); d != "" {
				t.Error(d)
			}
		})
	}
	group.Wait()
}
