package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// ticksPerSecond is the unit of processor time in /proc: USER_HZ, which is 100 on every Linux that Go runs on.
const ticksPerSecond = 100

// Machine is what the figures were taken on.
type Machine struct {
	Cores     int
	Processor string
	Go        string
	Neo4j     string
}

// ThisMachine describes the machine; neo4j says which server was measured.
func ThisMachine(neo4j string) Machine {
	m := Machine{Cores: runtime.NumCPU(), Processor: "unknown", Go: runtime.Version(), Neo4j: neo4j}
	text, _ := os.ReadFile("/proc/cpuinfo") // absent elsewhere than on Linux
	for line := range strings.Lines(string(text)) {
		if name, found := strings.CutPrefix(line, "model name"); found {
			m.Processor = strings.TrimSpace(strings.TrimLeft(name, "\t :"))
			break
		}
	}
	return m
}

// String is the machine in a few words.
func (m Machine) String() string {
	return fmt.Sprintf("%d cores (%s), %s, %s", m.Cores, m.Processor, m.Go, m.Neo4j)
}

// LoadAverage is what else the machine does: the processes that want to run, over the last minute and the last 5; "unknown"
// where the system does not tell.
func LoadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg") // absent elsewhere than on Linux
	if fields := strings.Fields(string(text)); len(fields) > 1 {
		return fields[0] + " and " + fields[1]
	}
	return "unknown"
}

// own is the processor time of this process and of the children that it waited for.
func own() time.Duration {
	var total time.Duration
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var usage unix.Rusage
		if unix.Getrusage(who, &usage) == nil {
			total += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return total
}

// processTime is the processor time of another process.
func processTime(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("read the processor time of process %d: %w", pid, err)
	}
	// The name in brackets may hold anything; the fields behind it are utime and stime at 11 and 12.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const user, system = 11, 12
	if len(fields) <= system {
		return 0, fmt.Errorf("read the processor time of process %d: %d fields", pid, len(fields))
	}
	var ticks int64
	for _, field := range [][]byte{fields[user], fields[system]} {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read the processor time of process %d: %w", pid, err)
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond, nil
}

const (
	idleShare   = 0.05 // of one core: below it a server rests
	idleWindow  = time.Second
	idlePatient = 30 * time.Second
)

// settle waits until a process rests, so that what it does behind a reply is counted too, and gives its processor time.
func settle(ctx context.Context, pid int) (time.Duration, error) {
	before, err := processTime(pid)
	for start := time.Now(); err == nil && time.Since(start) < idlePatient; {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(idleWindow):
		}
		var now time.Duration
		if now, err = processTime(pid); err == nil && now-before < time.Duration(idleShare*float64(idleWindow)) {
			return now, nil
		}
		before = now
	}
	return before, err
}

// resident is the memory of a process and its descendants in bytes, pages that they share counted once; 0 when it has
// ended.
func resident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	var total int64
	for line := range strings.Lines(string(text)) {
		if size, found := strings.CutPrefix(line, "Pss:"); found {
			_, _ = fmt.Sscanf(size, "%d kB", &total) // the kernel writes a number
			total <<= 10
			break
		}
	}
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is well-formed
	for _, task := range tasks {
		children, _ := os.ReadFile(task) // gone with its thread
		for _, child := range strings.Fields(string(children)) {
			if n, err := strconv.Atoi(child); err == nil {
				total += resident(n)
			}
		}
	}
	return total
}
