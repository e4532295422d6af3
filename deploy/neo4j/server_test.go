package neo4j_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"assay/deploy/neo4j"
	"assay/internal/fault"
	"assay/internal/neo4jtest"
)

// home gives options for a server of this test's own, stopped with the test.
func home(t *testing.T, mode neo4j.Mode) neo4j.Options {
	t.Helper()
	opts := neo4j.Options{
		Home: filepath.Join(t.TempDir(), "jürgen's [home]"), Jars: neo4jtest.Jars(t), Mode: mode, Logf: t.Logf,
		BoltPort: neo4j.FreePort, HTTPPort: neo4j.FreePort,
	}
	t.Cleanup(func() { down(t, opts) })
	return opts
}

func up(t *testing.T, opts neo4j.Options) neo4j.Instance {
	t.Helper()
	instance, err := neo4j.Up(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

func down(t *testing.T, opts neo4j.Options) bool {
	t.Helper()
	ran, err := neo4j.Down(context.WithoutCancel(t.Context()), opts)
	if err != nil {
		t.Error(err)
	}
	return ran
}

func ask(t *testing.T, instance neo4j.Instance, statement string) any {
	t.Helper()
	rows, err := neo4j.Query(t.Context(), instance.Address, statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	if len(rows) == 0 {
		return nil
	}
	return rows[0][0]
}

// TestLifeOfAServer takes one server through what can happen to it.
func TestLifeOfAServer(t *testing.T) {
	opts := home(t, neo4j.Quick)
	if standing, err := neo4j.Look(t.Context(), opts); err != nil || standing.Running {
		t.Fatalf("before: %+v, %v", standing, err)
	}
	first := up(t, opts)
	ask(t, first, "CREATE (:Kept {n: 1})")
	checkStanding(t, opts, first)
	checkHardened(t, first)
	opts.BoltPort, opts.HTTPPort = 0, 0

	t.Run("killed, it starts again with its data and ports", func(t *testing.T) {
		kill(t, first.PID)
		second := up(t, opts)
		if second.Joined || second.Address != first.Address {
			t.Errorf("before %v, now %+v", first, second)
		}
		if got := ask(t, second, "MATCH (k:Kept) RETURN k.n"); got != float64(1) {
			t.Errorf("kept %v", got)
		}
	})
	t.Run("stopped, it gives way to whoever took its port", func(t *testing.T) {
		if !down(t, opts) {
			t.Fatal("it did not run")
		}
		listener, err := net.Listen("tcp", strings.TrimPrefix(first.URI, "bolt://"))
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		moved := up(t, opts)
		if moved.URI == first.URI || ask(t, moved, "MATCH (k:Kept) RETURN k.n") != float64(1) {
			t.Errorf("before %v, now %v", first, moved)
		}
	})
	t.Run("with another password than its file says, it is told and not left running", func(t *testing.T) {
		spoilPassword(t, first.PasswordFile)
		down(t, opts)
		_, err := neo4j.Up(t.Context(), opts)
		expectFault(t, err, "refuses the password in "+first.PasswordFile)
		if standing, err := neo4j.Look(t.Context(), opts); err != nil || standing.Running {
			t.Errorf("afterwards: %+v, %v", standing, err)
		}
	})
}

func checkStanding(t *testing.T, opts neo4j.Options, instance neo4j.Instance) {
	t.Helper()
	standing, err := neo4j.Look(t.Context(), opts)
	if err != nil || !standing.Running || !standing.Answers || standing.Instance.PID != instance.PID {
		t.Errorf("standing %+v, %v", standing, err)
	}
	if joined := up(t, opts); !joined.Joined || joined.PID != instance.PID || joined.Address != instance.Address {
		t.Errorf("joined %+v instead of %+v", joined, instance)
	}
}

// checkHardened tries what a read-only question must not reach.
func checkHardened(t *testing.T, instance neo4j.Instance) {
	t.Helper()
	for _, statement := range []string{
		"LOAD CSV FROM 'file:///etc/hostname' AS row RETURN row",
		fmt.Sprintf("LOAD CSV FROM '%s/' AS row RETURN row", instance.HTTP),
	} {
		if rows, err := neo4j.Query(t.Context(), instance.Address, statement); err == nil {
			t.Errorf("%s gave %v", statement, rows)
		}
	}
	wrong := instance.Address
	wrong.Password = "wrong password"
	if err := neo4j.HTTPProbe(t.Context(), wrong); !errors.Is(err, neo4j.ErrPassword) {
		t.Errorf("with a wrong password: %v", err)
	}
	info, err := os.Stat(instance.PasswordFile)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("password file: %v, %v", info.Mode(), err)
	}
	checkLoopback(t, instance)
}

// checkLoopback tries the server's ports on every other address of this machine.
func checkLoopback(t *testing.T, instance neo4j.Instance) {
	t.Helper()
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses {
		network, ok := address.(*net.IPNet)
		if !ok || network.IP.IsLoopback() || network.IP.IsLinkLocalUnicast() {
			continue
		}
		for _, served := range []string{instance.URI, instance.HTTP} {
			target := net.JoinHostPort(network.IP.String(), served[strings.LastIndex(served, ":")+1:])
			if connection, err := net.Dial("tcp", target); err == nil {
				_ = connection.Close()
				t.Errorf("%s is open", target)
			}
		}
	}
}

func kill(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

func spoilPassword(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("another one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func expectFault(t *testing.T, err error, message string) {
	t.Helper()
	var told *fault.Error
	if !errors.As(err, &told) || told.Kind != fault.Unavailable || !strings.Contains(told.Message, message) {
		t.Fatalf("error %v; want %q", err, message)
	}
}

func TestTwoThatStartAtOnceGetOneServer(t *testing.T) {
	opts := home(t, neo4j.Quick)
	var both [2]neo4j.Instance
	var group sync.WaitGroup
	for i := range both {
		group.Go(func() {
			instance, err := neo4j.Up(t.Context(), opts)
			if err != nil {
				t.Error(err)
			}
			both[i] = instance
		})
	}
	group.Wait()
	if both[0].PID != both[1].PID || both[0].Joined == both[1].Joined {
		t.Errorf("got %+v and %+v", both[0], both[1])
	}
}

// homeOfVictim tells a run of this test program to start a server and wait for its death.
const homeOfVictim = "ASSAY_TEST_VICTIM_HOME"

// TestTheServerOutlivesItsStarter kills the process that started a server, by a test that runs in a process of its own.
func TestTheServerOutlivesItsStarter(t *testing.T) {
	if dir := os.Getenv(homeOfVictim); dir != "" {
		opts := home(t, neo4j.Quick)
		opts.Home = dir
		up(t, opts)
		kill(t, os.Getpid())
	}
	opts := home(t, neo4j.Quick)
	victim := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	victim.Env = append(os.Environ(), homeOfVictim+"="+opts.Home)
	output, err := victim.CombinedOutput()
	if err == nil || victim.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("the starter ended with %v: %s", err, output)
	}
	if instance := up(t, opts); !instance.Joined || ask(t, instance, "RETURN 1") != float64(1) {
		t.Errorf("got %+v", instance)
	}
}

func TestAFailedStartTellsTheEndOfTheLog(t *testing.T) {
	opts := home(t, neo4j.Quick)
	blocked := filepath.Join(opts.Home, "neo4j", "data", "databases")
	if err := os.MkdirAll(filepath.Dir(blocked), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := neo4j.Up(t.Context(), opts)
	expectFault(t, err, "console.log")
	if !strings.Contains(err.Error(), blocked) {
		t.Errorf("the cause is not told: %v", err)
	}
	if strings.Contains(err.Error(), "\tat ") {
		t.Errorf("stack frames are told: %v", err)
	}
}

func TestADatabaseThatCannotBeOpenedIsTold(t *testing.T) {
	opts := home(t, neo4j.Quick)
	up(t, opts)
	down(t, opts)
	store := filepath.Join(opts.Home, "neo4j", "data", "databases", "neo4j", "neostore")
	if err := os.WriteFile(store, []byte("spoiled"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := neo4j.Up(t.Context(), opts)
	expectFault(t, err, "its database cannot be opened")
	if !strings.Contains(err.Error(), "Caused by: ") {
		t.Errorf("the cause is not told: %v", err)
	}
	if standing, err := neo4j.Look(t.Context(), opts); err != nil || standing.Running {
		t.Errorf("afterwards: %+v, %v", standing, err)
	}
}

// TestADatabaseThatGaveUpIsTold lets the writes of a running server fail as on a full disk, by a limit on the size of
// its files: its transaction log is longer than that limit already, its other logs are not.
func TestADatabaseThatGaveUpIsTold(t *testing.T) {
	opts := home(t, neo4j.Quick)
	instance := up(t, opts)
	ask(t, instance, "CREATE (:Kept {text: reduce(text = 'assay', i IN range(1, 21) | text + text)})")
	limitFiles(t, instance.PID, 4<<20)
	if _, err := neo4j.Query(t.Context(), instance.Address, "CREATE (:Lost)"); err == nil {
		t.Fatal("the write succeeded")
	}
	begun := time.Now()
	_, err := neo4j.Up(t.Context(), opts)
	expectFault(t, err, "gave up")
	if !strings.Contains(err.Error(), "File too large") {
		t.Errorf("the cause is not told: %v", err)
	}
	if waited := time.Since(begun); waited > time.Minute {
		t.Errorf("told after %v", waited)
	}
	limitFiles(t, instance.PID, unix.RLIM_INFINITY)
	down(t, opts)
	if got := ask(t, up(t, opts), "MATCH (n:Kept|Lost) RETURN labels(n)[0]"); got != "Kept" {
		t.Errorf("after a restart there is %v", got)
	}
}

func limitFiles(t *testing.T, pid int, bytes uint64) {
	t.Helper()
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}, nil); err != nil {
		t.Fatal(err)
	}
}

// TestARunningServerThatCannotBeReachedIsTold joins a server that answered before and refuses now, as one
// in another network namespace does.
func TestARunningServerThatCannotBeReachedIsTold(t *testing.T) {
	opts := home(t, neo4j.Quick)
	instance := up(t, opts)
	opts.Probe = func(ctx context.Context, _ neo4j.Address) error { return syscall.ECONNREFUSED }
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := neo4j.Up(ctx, opts)
	if err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d but does not answer", instance.PID)) {
		t.Errorf("error %v", err)
	}
}

// TestADatabaseThatWasNeverFinishedIsMadeAnew is what a kill at the wrong moment of the very first start leaves: a
// database without its transaction log. The second part shows that a finished one is never taken for it.
func TestADatabaseThatWasNeverFinishedIsMadeAnew(t *testing.T) {
	opts := home(t, neo4j.Quick)
	first := up(t, opts)
	down(t, opts)
	data := filepath.Join(opts.Home, "neo4j", "data")
	if err := os.WriteFile(filepath.Join(data, "first-start"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(data, "transactions", "neo4j")); err != nil {
		t.Fatal(err)
	}
	second := up(t, opts)
	if second.Password != first.Password {
		t.Error("the password changed")
	}
	ask(t, second, "CREATE (:Kept)")
	down(t, opts)
	if got := ask(t, up(t, opts), "MATCH (k:Kept) RETURN count(k)"); got != float64(1) {
		t.Errorf("%v nodes were kept", got)
	}
}

// TestAnswersOnATakenPortAreNotTheServers starts a server whose HTTP port somebody else took after it was chosen, and
// who refuses every password.
func TestAnswersOnATakenPortAreNotTheServers(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer other.Close()
	port := other.Listener.Addr().(*net.TCPAddr).Port
	if taken, err := neo4j.StartOn(t.Context(), home(t, neo4j.Quick), port); !taken {
		t.Errorf("error %v", err)
	}
}

func TestALongLivedServerHasGraphDataScienceAndBrowser(t *testing.T) {
	instance := up(t, home(t, neo4j.Long))
	version, ok := ask(t, instance, "RETURN gds.version()").(string)
	if !ok || !strings.HasPrefix(version, "2.") {
		t.Errorf("Graph Data Science %q", version)
	}
	if got := ask(t, instance, "SHOW PROCEDURES YIELD name WHERE name STARTS WITH 'gds.leiden' RETURN count(*) > 0"); got != true {
		t.Error("gds.leiden is missing")
	}
	response, err := http.Get(instance.Browser())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.Contains(response.Header.Get("Content-Type"), "text/html") {
		t.Errorf("Browser: %s", response.Status)
	}
}

func TestACancelledStartLeavesNothingBehind(t *testing.T) {
	opts := home(t, neo4j.Quick)
	ctx, cancel := context.WithCancel(t.Context())
	opts.Probe = func(context.Context, neo4j.Address) error {
		cancel()
		return errors.New("not yet")
	}
	if _, err := neo4j.Up(ctx, opts); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if standing, err := neo4j.Look(t.Context(), opts); err != nil || standing.Running {
		t.Errorf("afterwards: %+v, %v", standing, err)
	}
}
