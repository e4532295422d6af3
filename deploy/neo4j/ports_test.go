package neo4j

import (
	"net"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// occupy holds a port of loopback for the test.
func occupy(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener.Addr().(*net.TCPAddr).Port
}

func TestABusyPortLeadsToAnother(t *testing.T) {
	busy := occupy(t)
	chosen, err := choosePorts(Options{BoltPort: busy, HTTPPort: FreePort}, ports{})
	if err != nil {
		t.Fatal(err)
	}
	if chosen.Bolt == busy || chosen.Bolt == 0 || chosen.HTTP == 0 || chosen.Bolt == chosen.HTTP {
		t.Errorf("chose %+v beside %d", chosen, busy)
	}
}

func TestWantedPorts(t *testing.T) {
	for _, tc := range []struct {
		option, last int
		want         []int
	}{
		{0, 0, []int{17687, 0}},
		{0, 4711, []int{4711, 17687, 0}},
		{815, 4711, []int{815, 0}},
		{FreePort, 4711, []int{0}},
	} {
		if diff := cmp.Diff(tc.want, wanted(tc.option, tc.last, defaultBoltPort)); diff != "" {
			t.Errorf("option %d, last %d: %s", tc.option, tc.last, diff)
		}
	}
}

func TestStateSurvivesAndBrokenOnesCountAsNone(t *testing.T) {
	dir := t.TempDir()
	if got, err := readState(dir); err != nil || got != (state{}) {
		t.Fatalf("without a file: %+v, %v", got, err)
	}
	written := state{ports: ports{Bolt: 1, HTTP: 2}, Mode: Quick, Java: "/j"}
	if err := writeState(dir, written); err != nil {
		t.Fatal(err)
	}
	if got, err := readState(dir); err != nil || got != written {
		t.Fatalf("read back %+v, %v", got, err)
	}
	if err := os.WriteFile(stateFile(dir), []byte(`{"bolt_port`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := readState(dir); err != nil || got != (state{}) {
		t.Fatalf("torn file: %+v, %v", got, err)
	}
}
