package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/cypher"
	"assay/cypher/cyphertest"
	"assay/internal/fault"
	"assay/internal/neo4jtest"
)

// Sizes of the test. With ASSAY_PUBLISH_READS=50000 it gave 50,015 reads over 922 published changes and 592 killed
// writers, none of them mixed, in 8 minutes; a run of every day takes a share.
const (
	readers      = 16
	symbols      = 200
	defaultReads = 1000
	seed         = 7
	readsSetting = "ASSAY_PUBLISH_READS"
	writerTask   = "ASSAY_TEST_PUBLISH_WRITER" // makes the test binary a writer that is going to be killed
)

func TestMain(m *testing.M) {
	if task := os.Getenv(writerTask); task != "" {
		fmt.Fprintln(os.Stderr, writeUntilKilled(task))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// task tells a writer process where and what to write.
type task struct {
	Config  cypher.Config
	Project string
}

// writeUntilKilled publishes one change after the other: every symbol and the Project node get the same new number.
func writeUntilKilled(encoded string) error {
	var t task
	if err := json.Unmarshal([]byte(encoded), &t); err != nil {
		return err
	}
	ctx := context.Background()
	store, err := cypher.Open(ctx, t.Config)
	if err != nil {
		return err
	}
	lease, ctx, err := Take(ctx, store, t.Project)
	if err != nil {
		return err
	}
	for {
		number := lease.Version() + 2
		_, err := lease.Publish(ctx, Change{
			Prepare: func(ctx context.Context, tx *cypher.Tx) error { return setNumber(ctx, tx, t.Project, number) },
			Finish: func(ctx context.Context, tx *cypher.Tx, version int64) error {
				return setProject(ctx, tx, t.Project, number)
			},
		})
		if err != nil {
			return err
		}
		fmt.Print(".") // tells who kills that there is something to kill
	}
}

// setNumber makes the number the start line of every symbol.
func setNumber(ctx context.Context, tx *cypher.Tx, project string, number int64) error {
	var rows []any
	err := onTx(ctx, tx, cypher.ReadLoadNodes, cypher.Params{"graph": project}, func(row cypher.Row) {
		id := row.String("id")
		rows = append(rows, []any{
			row.Int64("node"), id, number, "p.py", id, id, "function", "source", "python", nil, nil, number, number, number, true,
		})
	})
	if err != nil {
		return err
	}
	for i := range rows {
		for len(rows[i].([]any)) < 20 {
			rows[i] = append(rows[i].([]any), nil)
		}
	}
	_, err = tx.Run(ctx, cypher.WriteSymbolsUpdate, cypher.Params{"graph": project, "labels": []string{"Function"}, "rows": rows}, nil)
	return err
}

// setProject makes the number the commit of the project.
func setProject(ctx context.Context, tx *cypher.Tx, project string, number int64) error {
	_, err := tx.Run(ctx, cypher.WriteSnapshotCreate, cypher.Params{
		"project": project, "version": number, "root": "/r", "graph": project, "retired": nil,
		"commit": strconv.FormatInt(number, 10), "branch": nil, "dirty": false, "languages": nil, "status": "ready",
		"extractor_hash": nil, "count_names": nil, "count_values": nil,
	}, nil)
	if err != nil {
		return err
	}
	_, err = tx.Run(ctx, cypher.WriteSnapshotsPrune, cypher.Params{"project": project, "keep": 2}, nil)
	return err
}

func onTx(ctx context.Context, tx *cypher.Tx, statement cypher.Statement, params cypher.Params, each func(cypher.Row)) error {
	_, err := tx.Run(ctx, statement, params, func(row cypher.Row) error {
		each(row)
		return nil
	})
	return err
}

// newProject makes a project with symbols, published once.
func newProject(t *testing.T) (*cypher.Store, neo4jtest.Address, string) {
	t.Helper()
	address := neo4jtest.Shared(t)
	store, project := cyphertest.Open(t, address), neo4jtest.Project(t)
	cyphertest.Run(t, address, "CREATE (:Project {name: $p, version: 0, graph: $p})", map[string]any{"p": project})
	cyphertest.Run(t, address, "UNWIND range(1, $n) AS i CREATE (:Symbol:Function {graph: $p, id: 's' + i})", map[string]any{"p": project, "n": symbols})
	t.Cleanup(func() {
		cyphertest.Run(t, address, "MATCH (n:Symbol {graph: $p}) WHERE n.id IS NOT NULL DETACH DELETE n", map[string]any{"p": project})
		cyphertest.Run(t, address, "MATCH (p:Project {name: $p}) OPTIONAL MATCH (p)-->(s) DETACH DELETE p, s", map[string]any{"p": project})
	})
	return store, address, project
}

// A writer that is killed at random points, and another one that takes its place, never show a reader half of a change.
func TestReadersNeverSeeHalfAPublish(t *testing.T) {
	store, address, project := newProject(t)
	want := defaultReads
	if setting := os.Getenv(readsSetting); setting != "" {
		want, _ = strconv.Atoi(setting)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	kills := make(chan int, 1)
	go func() { kills <- killWriters(ctx, t, task{Config: cyphertest.Config(address), Project: project}) }()
	awaitFirst(t, store, project)

	var reads, mixed atomic.Int64
	var versions sync.Map
	var group sync.WaitGroup
	for range readers {
		group.Go(func() {
			for reads.Load() < int64(want) && !t.Failed() {
				version, number, complaint, err := readOnce(t.Context(), store, project)
				switch {
				case err != nil:
					t.Errorf("read: %v", err)
				case complaint != "":
					mixed.Add(1)
					t.Errorf("version %d: %s", version, complaint)
				}
				reads.Add(1)
				versions.Store(number, true)
			}
		})
	}
	group.Wait()
	stop()
	distinct := 0
	versions.Range(func(any, any) bool { distinct++; return true })
	t.Logf("%d reads over %d published changes and %d killed writers: %d mixed", reads.Load(), distinct, <-kills, mixed.Load())
	if distinct < 3 {
		t.Errorf("only %d changes were published meanwhile", distinct)
	}
}

// killWriters starts a writer, kills it at a random moment after its first publish, and starts the next, until the
// context ends.
func killWriters(ctx context.Context, t *testing.T, of task) int {
	random := rand.New(rand.NewPCG(seed, seed))
	encoded, err := json.Marshal(of)
	if err != nil {
		t.Error(err)
	}
	for kills := 0; ; kills++ {
		if err := killOneWriter(ctx, string(encoded), time.Duration(random.IntN(300_000))*time.Microsecond); err != nil {
			t.Error(err)
			return kills
		}
		if ctx.Err() != nil {
			return kills
		}
	}
}

func killOneWriter(ctx context.Context, encoded string, after time.Duration) error {
	writer := exec.CommandContext(ctx, os.Args[0])
	writer.Env = append(os.Environ(), writerTask+"="+encoded)
	var complaint strings.Builder
	writer.Stderr = &complaint
	published, err := writer.StdoutPipe()
	if err != nil {
		return err
	}
	if err := writer.Start(); err != nil {
		return fmt.Errorf("start a writer: %w", err)
	}
	if _, err := published.Read(make([]byte, 1)); err == nil {
		time.Sleep(after)
	}
	_ = writer.Process.Kill()
	_ = writer.Wait()
	if complaint.Len() > 0 {
		return fmt.Errorf("a writer ended by itself: %s", complaint.String())
	}
	return nil
}

func awaitFirst(t *testing.T, store *cypher.Store, project string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if _, _, _, err := readOnce(t.Context(), store, project); err == nil {
			return
		}
	}
	t.Fatal("no writer published anything within a minute")
}

// readOnce reads all symbols and the project, and complains when their numbers are not all the same.
func readOnce(ctx context.Context, store *cypher.Store, project string) (version int64, number string, complaint string, err error) {
	params := cypher.Params{"project": project, "group": "Symbol", "after": "", "limit": symbols}
	version, err = store.Consistent(ctx, "read/export_nodes", params, func(row cypher.Row) error {
		number = row.Map("snapshot").StringOr("commit", "")
		nodes := row.Maps("nodes")
		if len(nodes) != symbols {
			complaint = fmt.Sprintf("%d of %d symbols", len(nodes), symbols)
		}
		for _, node := range nodes {
			if line := strconv.Itoa(node.Map("props").IntOr("start_line", 0)); line != number {
				complaint = fmt.Sprintf("a symbol says %s, the project %s", line, number)
			}
		}
		return nil
	})
	return version, number, complaint, err
}

// Of those who race for a lease exactly one gets it, and the others are told who did.
func TestLeaseHasOneWinner(t *testing.T) {
	const races, racers = 300, 5
	store, _, project := newProject(t)
	for race := range races {
		var winners atomic.Int64
		leases := make(chan *Lease, racers)
		var group sync.WaitGroup
		for racer := range racers {
			group.Go(func() {
				lease, _, err := take(t.Context(), store, project, fmt.Sprintf("%d@elsewhere@#%d", racer, race), time.Minute)
				switch {
				case err == nil:
					winners.Add(1)
					leases <- lease
				case fault.KindOf(err) != fault.Conflict:
					t.Errorf("race %d: %v", race, err)
				case !strings.Contains(err.Error(), "on elsewhere since 2"):
					t.Errorf("race %d: the conflict does not name the holder: %v", race, err)
				}
			})
		}
		group.Wait()
		if winners.Load() != 1 {
			t.Errorf("race %d has %d winners", race, winners.Load())
		}
		close(leases)
		for lease := range leases {
			lease.Release(t.Context())
		}
	}
}

// A lease whose owner is silent is taken over after its time; the owner of before notices and can publish no more.
func TestExpiredLeaseIsTakenOver(t *testing.T) {
	store, address, project := newProject(t)
	old, oldCtx, err := take(t.Context(), store, project, "1@elsewhere@#old", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Release(t.Context())
	if _, _, err := take(t.Context(), store, project, "2@elsewhere@#new", time.Minute); fault.KindOf(err) != fault.Conflict {
		t.Fatalf("a held lease was given away: %v", err)
	}
	cyphertest.Run(t, address, "MATCH (p:Project {name: $p}) SET p.lease_until = 1, p.version = 5", map[string]any{"p": project})
	lease, _, err := take(t.Context(), store, project, "2@elsewhere@#new", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer lease.Release(t.Context())
	if lease.Version() != 6 {
		t.Errorf("the odd version 5 of a dead writer became %d, want 6", lease.Version())
	}
	if _, err := old.Publish(oldCtx, Change{}); fault.KindOf(err) != fault.Conflict {
		t.Errorf("who lost the lease could publish: %v", err)
	}
}

// The heartbeat keeps a lease beyond its time, and ends the work when somebody else took it.
func TestHeartbeat(t *testing.T) {
	store, address, project := newProject(t)
	lease, ctx, err := take(t.Context(), store, project, "1@elsewhere@#a", 400*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	defer lease.Release(t.Context())
	first := until(t, address, project)
	for until(t, address, project) <= first+400 {
		if ctx.Err() != nil {
			t.Fatalf("the lease ended while its owner was alive: %v", context.Cause(ctx))
		}
		time.Sleep(20 * time.Millisecond)
	}
	cyphertest.Run(t, address, "MATCH (p:Project {name: $p}) SET p.lease_owner = 'thief'", map[string]any{"p": project})
	<-ctx.Done()
	if fault.KindOf(context.Cause(ctx)) != fault.Conflict {
		t.Errorf("the work ended with %v, want a conflict", context.Cause(ctx))
	}
}

func until(t *testing.T, address neo4jtest.Address, project string) int64 {
	t.Helper()
	rows := cyphertest.Run(t, address, "MATCH (p:Project {name: $p}) RETURN p.lease_until AS until", map[string]any{"p": project})
	return rows[0]["until"].(int64)
}

// A change that fails leaves nothing but an even version behind.
func TestFailedChangeLeavesNothing(t *testing.T) {
	store, _, project := newProject(t)
	lease, ctx, err := Take(t.Context(), store, project)
	if err != nil {
		t.Fatal(err)
	}
	defer lease.Release(t.Context())
	write := func(number int64, fail error) error {
		_, err := lease.Publish(ctx, Change{
			Prepare: func(ctx context.Context, tx *cypher.Tx) error { return setNumber(ctx, tx, project, number) },
			Finish: func(ctx context.Context, tx *cypher.Tx, _ int64) error {
				if err := setProject(ctx, tx, project, number); err != nil {
					return err
				}
				return fail
			},
		})
		return err
	}
	if err := write(10, nil); err != nil {
		t.Fatal(err)
	}
	if err := write(20, fault.New(fault.Invalid, "no")); fault.KindOf(err) != fault.Invalid {
		t.Fatalf("the fault of the change was lost: %v", err)
	}
	version, number, complaint, err := readOnce(t.Context(), store, project)
	if err != nil || complaint != "" || number != "10" || version%2 != 0 {
		t.Errorf("version %d shows %s, %q, %v; want 10", version, number, complaint, err)
	}
}
