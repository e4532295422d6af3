package lease

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// NewOwner names this process and, by chance, this lease: "pid@host@space#random", where space tells machines (and
// containers that share a host name) apart, so that a process number can be judged.
func NewOwner() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%d@%s@%s#%s", os.Getpid(), host, processSpace(), rand.Text())
}

// processSpace identifies the space of process numbers that this process lives in: the boot of the machine and the
// namespace. It is empty where the system does not tell; then nobody is ever judged to be gone.
func processSpace() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + space
}

// Describe shows an owner to people.
func Describe(owner string) string {
	pid, host, _ := split(owner)
	return fmt.Sprintf("process %s on %s", pid, host)
}

// Gone reports whether an owner lived in this process space and is not there any more.
func Gone(owner string) bool {
	pid, _, space := split(owner)
	if space == "" || space != processSpace() {
		return false
	}
	if _, err := strconv.Atoi(pid); err != nil {
		return false
	}
	return ended(pid)
}

// ended reports whether a process is not there, or is only left for its parent to notice.
func ended(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return os.IsNotExist(err)
	}
	_, state, found := bytes.Cut(stat, []byte(") ")) // behind the program's name
	return found && (state[0] == 'Z' || state[0] == 'X')
}

func split(owner string) (pid, host, space string) {
	owner, _, _ = strings.Cut(owner, "#")
	pid, rest, _ := strings.Cut(owner, "@")
	host, space, _ = strings.Cut(rest, "@")
	return pid, host, space
}
