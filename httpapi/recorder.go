package httpapi

import (
	"net/http"
	"time"
)

// writeTime is how long one write may wait for a client that reads slowly or not at all. A stream may take longer as a
// whole: each write has its own deadline.
const writeTime = 30 * time.Second

// recorder remembers what was written and sets the deadline of each write.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// code is the status that was sent.
func (w *recorder) code() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
	w.extend()
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(bytes []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	w.extend()
	n, err := w.ResponseWriter.Write(bytes)
	w.bytes += int64(n)
	return n, err
}

// Flush sends what is buffered.
func (w *recorder) Flush() {
	w.extend()
	_ = http.NewResponseController(w.ResponseWriter).Flush() // a writer that cannot flush has nothing to
}

// extend gives the next write its time. A writer without deadlines, as in tests, has none.
func (w *recorder) extend() {
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTime))
}

// Unwrap gives the writer behind, for http.ResponseController.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
