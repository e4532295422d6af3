//go:build linux

package ingest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"assay/internal/graph"
)

// A disk that is full for the cache costs the cache, nothing else: on a small file system of its own where this process
// may mount one, else on a device that is always full.
func TestFullDisk(t *testing.T) {
	var many strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&many, "def more%d\n", i)
	}
	o := options(repository(t, map[string]string{"a.toy": many.String(), "b.toy": "def two\n"}))
	o.CacheDir = t.TempDir()
	if err := unix.Mount("tmpfs", o.CacheDir, "tmpfs", 0, "size=64k"); err == nil {
		t.Cleanup(func() { check(t, unix.Unmount(o.CacheDir, unix.MNT_DETACH)) })
	} else {
		t.Logf("no file system of its own (%v): on /dev/full", err)
		useFullDevice(t, o.CacheDir, func() { build(t, o) })
	}
	for range 2 {
		built := build(t, o)
		if built.Report.Status != graph.SnapshotReady || built.Report.Counts["functions"] != 20_001 {
			t.Errorf("status %s, counts %v", built.Report.Status, built.Report.Counts)
		}
		if notes := strings.Join(built.Report.Notes, "; "); !strings.Contains(notes, "not cached") {
			t.Errorf("notes %q", notes)
		}
	}
}

// useFullDevice puts /dev/full in the place of the pack that fill makes.
func useFullDevice(t *testing.T, dir string, fill func()) {
	t.Helper()
	fill()
	packs, err := filepath.Glob(filepath.Join(dir, "facts", "*.pack"))
	check(t, err)
	if len(packs) != 1 {
		t.Fatalf("packs %v", packs)
	}
	check(t, os.Remove(packs[0]))
	check(t, os.Symlink("/dev/full", packs[0]))
}
