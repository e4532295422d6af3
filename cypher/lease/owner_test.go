package lease

import (
	"os/exec"
	"strconv"
	"testing"
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
