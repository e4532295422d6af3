//go:build !linux

package parse

import "time"

// limitMemory does nothing: the system does not enforce a limit of the address space.
func limitMemory(uint64) error { return nil }

var started = time.Now()

// processorTime falls back to the wall clock.
func processorTime() time.Duration { return time.Since(started) }
