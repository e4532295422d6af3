package adhoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"assay/internal/fault"
)

// rows gathers what a statement gives, within bounds.
type rows struct {
	result *Result
	encode *encoder
	max    int
	bytes  int
	seen   atomic.Int64 // rows that have arrived
}

func newRows(limit int) *rows {
	return &rows{result: &Result{Rows: [][]any{}}, encode: newEncoder(), max: limit}
}

// add takes a row and says whether more are wanted.
func (r *rows) add(values []any) (more bool, err error) {
	r.seen.Add(1)
	if len(r.result.Rows) == r.max {
		r.result.Truncated = true
		return false, nil
	}
	row := make([]any, len(values))
	for i, value := range values {
		row[i] = r.encode.value(value)
	}
	size, err := sizeOf(row)
	if err != nil {
		return false, fault.New(fault.Internal, "a value cannot be written as JSON").Because(err)
	}
	if r.bytes+size > MaxBytes {
		r.result.Truncated, r.result.Cut = true, fmt.Sprintf("the rows were cut at %d MiB", MaxBytes>>20)
		return false, nil
	}
	r.bytes += size
	r.result.Rows = append(r.result.Rows, row)
	return true, nil
}

// sizeOf is the length of a row as JSON.
func sizeOf(row []any) (int, error) {
	var text bytes.Buffer
	err := json.NewEncoder(&text).Encode(row)
	return text.Len(), err
}

// A value that the server makes while it sends it, such as range(1, 1000000000), has no bound of the server's: the
// process watches its own heap while it waits for a row.
const (
	maxGrowth   = 256 << 20 // bytes of heap between two rows
	watchPeriod = 20 * time.Millisecond
)

// watchMemory gives the statement up when the heap grows beyond maxGrowth and no row arrives. The returned function ends
// the watch.
func watchMemory(giveUp func(error), arrived *rows) (stop func()) {
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(watchPeriod)
		defer ticker.Stop()
		base, rows := heapBytes(), int64(0)
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
			}
			now, seen := heapBytes(), arrived.seen.Load()
			switch {
			case seen != rows || now < base:
				base, rows = now, seen
			case now-base > maxGrowth:
				giveUp(fault.New(fault.Invalid, "the memory of assay grew by more than %d MiB while it read one row", maxGrowth>>20).
					Fix("return less in one row: UNWIND a list, or cut it with [0..1000]"))
				return
			}
		}
	}()
	return func() { close(ended); <-done }
}

func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
