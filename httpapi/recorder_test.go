package httpapi

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// deadlines is a writer that remembers the deadlines it was given.
type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetWriteDeadline(at time.Time) error {
	d.set = append(d.set, at)
	return nil
}

// TestEachWriteHasItsDeadline wants a client that stops reading to hold a write for writeTime and no longer, and a stream
// to last as long as its client reads.
func TestEachWriteHasItsDeadline(t *testing.T) {
	to := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	out := &recorder{ResponseWriter: to}
	before := time.Now()
	out.WriteHeader(http.StatusAccepted)
	for range 3 {
		if _, err := out.Write([]byte("line\n")); err != nil {
			t.Fatal(err)
		}
	}
	out.Flush()
	if len(to.set) != 5 || out.code() != http.StatusAccepted || out.bytes != 15 {
		t.Fatalf("%d deadlines, status %d, %d bytes", len(to.set), out.code(), out.bytes)
	}
	for i, at := range to.set {
		if at.Before(before.Add(writeTime)) || i > 0 && at.Before(to.set[i-1]) {
			t.Errorf("deadline %d is %s, the first write began at %s", i, at, before)
		}
	}
}
