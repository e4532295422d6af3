//go:build linux && !race

package parse_test

import (
	"testing"
	"time"

	"assay/ingest/parse"
)

// The race detector maps more than any limit allows: these run without it.
func TestMemoryIsBounded(t *testing.T) {
	p := pool(t, parse.Options{Workers: 1, Limits: parse.Limits{Memory: 256 << 20, CPU: 20 * time.Second, Wall: time.Minute}})
	for _, test := range []struct{ source, reason string }{{"eat", "memory"}, {"good", ""}, {"eat", "memory"}, {"recurse", "nesting"}} {
		if got := outcome(t, p, test.source); got.Reason != test.reason {
			t.Errorf("%s: %q, want %q", test.source, got.Reason, test.reason)
		}
	}
}
