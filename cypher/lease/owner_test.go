package lease

import (
	"io"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

func TestOwnerIsGoneOnlyInItsOwnSpace(t *testing.T) {
	if own := NewOwner(); Gone(own) {
		t.Errorf("this process is told to be gone: %s", own)
	}
	finished := exec.Command("true")
	if err := finished.Run(); err != nil {
		t.Fatal(err)
	}
	pid := strconv.Itoa(finished.Process.Pid)
	if space := processSpace(); space != "" && !Gone(pid+"@host@"+space+"#x") {
		t.Errorf("the ended process %s is not told to be gone", pid)
	}
	if Gone(pid + "@host@another machine#x") {
		t.Error("a process of another machine is told to be gone")
	}
}

// A process that ended without its parent's notice is gone.
func TestZombieIsGone(t *testing.T) {
	zombie := exec.Command("true")
	out, err := zombie.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := zombie.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, out) // ends with the process
	owner := strconv.Itoa(zombie.Process.Pid) + "@host@" + processSpace() + "#x"
	for deadline := time.Now().Add(10 * time.Second); processSpace() != "" && !Gone(owner); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("an ended process that nobody waited for is not told to be gone")
		}
	}
	if err := zombie.Wait(); err != nil {
		t.Error(err)
	}
}
