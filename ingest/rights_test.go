//go:build unix

package ingest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unprivileged tells this test binary to load a folder as it is and to leave the rest.
const unprivileged = "ASSAY_TEST_UNPRIVILEGED"

// Files and folders without rights. root may read everything, so that the load itself runs as another user then.
func TestNoRights(t *testing.T) {
	if root := os.Getenv(unprivileged); root != "" {
		loadWithoutRights(t, root)
		return
	}
	root := repository(t, map[string]string{
		"a.py": "def fine(): pass\n", "secret.py": "x", "secret.md": "x", "closed/b.py": "x", "listed/c.py": "x",
	})
	for name, mode := range map[string]os.FileMode{"secret.py": 0, "secret.md": 0, "closed": 0, "listed": 0o644} {
		full := filepath.Join(root, name)
		check(t, os.Chmod(full, mode))
		t.Cleanup(func() { check(t, os.Chmod(full, 0o700)) })
	}
	command := exec.Command(os.Args[0], "-test.run=^TestNoRights$")
	if os.Getuid() == 0 {
		check(t, os.Chmod(filepath.Dir(filepath.Dir(root)), 0o755))
		command = exec.Command(copyOfThis(t), "-test.run=^TestNoRights$")
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	command.Dir = root
	command.Env = append(os.Environ(), unprivileged+"="+root)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// copyOfThis puts this binary where any user may run it.
func copyOfThis(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	check(t, os.Chmod(filepath.Dir(dir), 0o755))
	b, err := os.ReadFile(os.Args[0])
	check(t, err)
	name := filepath.Join(dir, "assay.test")
	check(t, os.WriteFile(name, b, 0o755))
	return name
}

func loadWithoutRights(t *testing.T, root string) {
	built := build(t, options(root))
	want := map[string]string{"secret.py": "no rights", "closed/": "no rights", "listed/c.py": "no rights"}
	if diff := cmp.Diff(want, reasons(built.Report)); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	if row := rows(built.Graph)["secret.md"]; row.Status != "listed" || row.Reason != "no rights" {
		t.Errorf("a document without rights: %+v", row)
	}
	if names := symbols(built.Graph, "a.py"); !cmp.Equal(names, []string{"fine"}) {
		t.Errorf("symbols of a.py: %v", names)
	}
}
