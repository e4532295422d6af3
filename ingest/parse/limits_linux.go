package parse

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// limitMemory bounds the address space of this process to what it has now and extra bytes: Go maps about a gigabyte
// ahead, so that only the difference means something. The race detector maps terabytes later on; it goes unlimited.
func limitMemory(extra uint64) error {
	if extra == 0 || raceDetector {
		return nil
	}
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	first, _, _ := bytes.Cut(statm, []byte(" "))
	pages, err := strconv.ParseUint(string(first), 10, 64)
	if err != nil {
		return fmt.Errorf("/proc/self/statm: %w", err)
	}
	limit := pages*uint64(os.Getpagesize()) + extra
	return unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: limit, Max: limit})
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
