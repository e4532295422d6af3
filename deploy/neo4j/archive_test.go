package neo4j

import (
	"os"
	"path/filepath"
	"testing"
)

func TestThrowAwayServersOfKilledMakersAreRemoved(t *testing.T) {
	dir := t.TempDir()
	left, kept := filepath.Join(dir, bootPrefix+"1"), filepath.Join(dir, "lib")
	for _, folder := range []string{left, kept} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	pid := pretend(t, left)
	if err := sweepBoots(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if runs(t.Context(), pid, left) {
		t.Error("its server still runs")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "lib" {
		t.Errorf("left %v, %v", entries, err)
	}
}

func TestAnArchiveBelongsToOneJava(t *testing.T) {
	first := archiveKey(java{path: "/a/bin/java", version: "17.0.1"})
	for _, other := range []java{{path: "/a/bin/java", version: "17.0.2"}, {path: "/b/bin/java", version: "17.0.1"}} {
		if archiveKey(other) == first {
			t.Errorf("%+v shares an archive", other)
		}
	}
}
