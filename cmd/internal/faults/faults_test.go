package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/neo4jtest"
)

// server is one of a test, which may be killed.
type server struct {
	t *testing.T
	*neo4jtest.Server
}

func (s server) Address() neo4jtest.Address { return s.Server.Address }
func (s server) Kill() error                { s.Server.Kill(s.t); return nil }
func (s server) Start(context.Context) error {
	s.Server.Start(s.t)
	return nil
}

// A few kills, one of each kind, lose nothing and mix nothing. assay faults does the same with many.
func TestKillsLoseNothing(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "assay")
	if output, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "assay/cmd/assay").CombinedOutput(); err != nil {
		t.Fatalf("build assay: %v: %s", err, output)
	}
	result, err := Run(t.Context(), Options{
		Binary: binary, Folder: t.TempDir(), Server: server{t, neo4jtest.StartOwn(t)}, Logf: t.Logf, Seed: 1,
		Kills: 3, Targets: []Target{Worker, Database, Service},
	})
	if err != nil {
		t.Fatal(err)
	}
	var tables strings.Builder
	Print(&tables, result)
	t.Log(tables.String())
	if !result.Holds() || result.total() != 3 || result.Jobs < 3 || result.Attempts <= result.Jobs-1 || result.Lines == 0 {
		t.Errorf("%+v", result)
	}
}

// The readers see what they are made to see.
func TestReadersComplain(t *testing.T) {
	list := func(index int64, versions ...int) []byte {
		var r reply
		r.Index.Version, r.Total = index, len(versions)
		for i, version := range versions {
			var caller item
			caller.Symbol.QualifiedName = fmt.Sprintf("use_%03d_v%d", i, version)
			r.Items = append(r.Items, caller)
		}
		body, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	whole := make([]int, callers)
	for i := range whole {
		whole[i] = 7
	}
	mixed := append([]int{6}, whole[1:]...)
	for name, c := range map[string]struct {
		body  []byte
		floor int
		want  Reading
	}{
		"whole":           {list(14, whole...), 7, Reading{Replies: 1}},
		"of two versions": {list(14, mixed...), 6, Reading{Mixed: []string{""}}},
		"too few":         {list(14, whole[1:]...), 7, Reading{Mixed: []string{""}}},
		"none":            {list(14), 7, Reading{Mixed: []string{""}}},
		"stale":           {list(14, whole...), 8, Reading{Replies: 1, Stale: []string{""}}},
		"too new":         {list(14, whole...), 1, Reading{Replies: 1, Odd: []string{""}}},
		"of known index":  {list(12, whole...), 7, Reading{Replies: 1, Mixed: []string{""}}},
		"no JSON":         {[]byte("<html>"), 7, Reading{Odd: []string{""}}},
	} {
		t.Run(name, func(t *testing.T) {
			w := &watch{versions: map[int64]int{12: 6}}
			w.written.Store(7)
			if name == "too new" {
				w.written.Store(6)
			}
			w.check(c.body, c.floor)
			got := w.result()
			if got.Replies != c.want.Replies || len(got.Mixed) != len(c.want.Mixed) || len(got.Stale) != len(c.want.Stale) || len(got.Odd) != len(c.want.Odd) {
				t.Errorf("saw %+v, want as many as %+v", got, c.want)
			}
		})
	}
}
