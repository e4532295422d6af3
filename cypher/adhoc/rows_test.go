package adhoc

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"assay/internal/fault"
)

// A statement is given up while memory grows without a row, and not before.
func TestMemoryIsWatched(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := watchMemory(cancel, newRows(1))
	var held [][]byte
	for range 2*maxGrowth>>20 + 1 {
		held = append(held, make([]byte, 1<<20))
	}
	<-ctx.Done()
	stop()
	runtime.KeepAlive(held)
	if err := context.Cause(ctx); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "memory of assay") {
		t.Errorf("given up because of %v", err)
	}
	calm, cancel := context.WithCancelCause(t.Context())
	watchMemory(cancel, newRows(1))()
	if calm.Err() != nil {
		t.Errorf("given up without growth: %v", context.Cause(calm))
	}
}
