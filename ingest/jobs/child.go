package jobs

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"assay/cypher/publish"
)

// quiet is the shortest time between two messages of progress in one phase.
const quiet = 100 * time.Millisecond

// maxRequest bounds the job that a process reads, in bytes.
const maxRequest = 1 << 20

// errLeft stops a job whose worker left.
var errLeft = errors.New("the worker stopped the job")

// Child is the inside of a job's process: it reads the job, has it done, and tells the worker how it goes. The end of
// the input ends the context of the work. The error is for the process's own end; what the work failed with is told.
func Child(ctx context.Context, in io.Reader, out io.Writer, work func(ctx context.Context, job Job, tell Tell) (report any, err error)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	lines := bufio.NewReader(io.LimitReader(in, maxRequest))
	text, err := lines.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("read the job: %w", err)
	}
	var job Job
	if err := json.Unmarshal(text, &job); err != nil {
		return fmt.Errorf("read the job: %w", err)
	}
	go func() { // ends with the process, or with the input
		_, _ = io.Copy(io.Discard, lines)
		stop(errLeft)
	}()
	s := &speaker{encoder: json.NewEncoder(out)}
	report, err := work(ctx, job, s.tell)
	if err != nil {
		return s.say(message{Error: failure(err), Held: errors.Is(err, publish.ErrHeld), Detail: detail(err)})
	}
	raw, err := json.Marshal(report)
	if err != nil {
		return fmt.Errorf("encode the report of a job: %w", err)
	}
	if len(raw) > MaxReport {
		raw = json.RawMessage(`{"truncated":true}`)
	}
	return s.say(message{Report: raw})
}

// speaker writes messages, progress not more often than anybody reads it.
type speaker struct {
	mutex   sync.Mutex
	encoder *json.Encoder
	phase   string
	told    time.Time
}

func (s *speaker) tell(e Event) {
	if e.Log == "" && !s.due(e) {
		return
	}
	_ = s.say(message{Phase: e.Phase, Done: e.Done, Total: e.Total, Log: e.Log}) // a worker that left ends the context
}

func (s *speaker) due(e Event) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now()
	if e.Phase == s.phase && e.Done != e.Total && now.Sub(s.told) < quiet {
		return false
	}
	s.phase, s.told = e.Phase, now
	return true
}

func (s *speaker) say(m message) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := s.encoder.Encode(m); err != nil {
		return fmt.Errorf("tell the worker: %w", err)
	}
	return nil
}
