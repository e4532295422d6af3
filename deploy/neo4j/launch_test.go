package neo4j

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/fault"
)

func TestArgumentsHaveAnExpandedClassPathInOrder(t *testing.T) {
	dir := t.TempDir()
	jarsOnDisk(t, dir)
	for mode, want := range map[Mode]string{
		Quick: "lib/a.jar:lib/b.jar",
		Long:  "lib/a.jar:lib/b.jar:plugins/c.jar",
	} {
		arguments, err := launch{mode: mode, jars: jars{dir}, archive: archiveUse{read: "/a.jsa"}}.arguments(memory{Heap: 77})
		if err != nil {
			t.Fatal(err)
		}
		classPath := strings.ReplaceAll(arguments[len(arguments)-1], dir+string(filepath.Separator), "")
		if classPath != want {
			t.Errorf("%s: class path %s", mode, classPath)
		}
		if joined := strings.Join(arguments, " "); !strings.Contains(joined, "-Xmx77m") || !strings.Contains(joined, "-XX:SharedArchiveFile=/a.jsa") {
			t.Errorf("%s: %s", mode, joined)
		}
	}
}

func TestQuotedArguments(t *testing.T) {
	got := quoteArguments([]string{"-cp", `/my "home"/a b\c`})
	if diff := cmp.Diff("\"-cp\"\n\"/my \\\"home\\\"/a b\\\\c\"\n", got); diff != "" {
		t.Error(diff)
	}
}

func TestLastLinesLeaveOutStackFrames(t *testing.T) {
	log := "Starting\n\nCaused by: no space left\n\tat org.neo4j.A\n\tat org.neo4j.B\n\t... 12 more\nStopped\n"
	if diff := cmp.Diff("Caused by: no space left\nStopped", lastLines([]byte(log), 2)); diff != "" {
		t.Error(diff)
	}
}

func TestMemoryFollowsTheMachine(t *testing.T) {
	for _, tc := range []struct {
		mode    Mode
		machine int
		want    memory
	}{
		{Quick, 64000, memory{1024, 128}},
		{Long, 0, memory{1024, 256}},
		{Long, 8000, memory{2000, 1000}},
		{Long, 64000, memory{4096, 2048}},
	} {
		if got := chooseMemory(tc.mode, tc.machine); got != tc.want {
			t.Errorf("%s on %d MiB: %+v", tc.mode, tc.machine, got)
		}
	}
	if got := meminfoMiB("MemFree: 1 kB\nMemTotal:       24576000 kB\n"); got != 24000 {
		t.Errorf("meminfo: %d MiB", got)
	}
}

func TestADirectoryThatNeo4jCannotBearIsRefused(t *testing.T) {
	for _, name := range []string{"a:b", "a[1]", "50%", "jürgen", "a\nb"} {
		_, err := Up(t.Context(), Options{Home: filepath.Join(t.TempDir(), name)})
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
