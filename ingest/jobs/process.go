package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"assay/cypher/publish"
	"assay/internal/fault"
)

// stopTime is how long a process may take to stop cleanly before it is killed: longer than a publish takes to settle.
const stopTime = 15 * time.Second

// stderrBytes is what is kept of the end of a process's standard error, for the worker's log.
const stderrBytes = 8 << 10

// Process runs each job in a process of its own: memory goes back to the system with it, and what kills it is a failed
// attempt and no more. It speaks JSON: the job goes in as one line, messages come out; the end of its input stops it, so
// that it dies with its worker.
type Process struct {
	// Command is the program and its arguments; it calls Child.
	Command []string
	// Env is added to the environment: how to reach the database.
	Env []string
}

// message is what a process says: one of progress, a line of the log, the report, or the error.
type message struct {
	Phase  string          `json:"phase,omitempty"`
	Done   int             `json:"done,omitempty"`
	Total  int             `json:"total,omitempty"`
	Log    string          `json:"log,omitempty"`
	Report json.RawMessage `json:"report,omitempty"`
	Error  *Failure        `json:"error,omitempty"`
	Held   bool            `json:"held,omitempty"`   // the error is publish.ErrHeld
	Detail string          `json:"detail,omitempty"` // of the error, for the worker's log
}

// Run implements Runner.
func (p Process) Run(ctx context.Context, job Job, tell Tell) (json.RawMessage, error) {
	command := exec.CommandContext(ctx, p.Command[0], p.Command[1:]...)
	command.Env = append(os.Environ(), p.Env...)
	stderr := &tail{limit: stderrBytes}
	command.Stderr = stderr
	in, err := command.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe to the process of a job: %w", err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe from the process of a job: %w", err)
	}
	command.Cancel, command.WaitDelay = in.Close, stopTime
	if err := command.Start(); err != nil {
		return nil, fault.New(fault.Unavailable, "the process of a job does not start").Because(err).
			Fix("check that %s can be run by this user", p.Command[0])
	}
	last, spoken := converse(in, out, job, tell)
	_ = in.Close()
	ended := command.Wait()
	if text := stderr.String(); text != "" {
		zerolog.Ctx(ctx).Info().Str("job", job.ID).Str("stderr", text).Msg("the process of a job wrote")
	}
	return outcomeOf(ctx, last, errors.Join(spoken, ended))
}

// converse sends the job and hears all messages; it gives the one with the report or error.
func converse(in io.Writer, out io.Reader, job Job, tell Tell) (last message, err error) {
	if err := json.NewEncoder(in).Encode(job); err != nil {
		return last, err
	}
	decoder := json.NewDecoder(out)
	for {
		var m message
		if err := decoder.Decode(&m); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			_, _ = io.Copy(io.Discard, out) // so that the process does not block on a full pipe
			return last, err
		}
		if m.Report != nil || m.Error != nil {
			last = m
			continue
		}
		tell(Event{Phase: m.Phase, Done: m.Done, Total: m.Total, Log: m.Log})
	}
}

func outcomeOf(ctx context.Context, last message, died error) (json.RawMessage, error) {
	switch {
	case last.Report != nil:
		return last.Report, nil
	case last.Error != nil && last.Held:
		return nil, last.Error.fault().Because(publish.ErrHeld)
	case last.Error != nil && last.Detail != "":
		return nil, last.Error.fault().Because(errors.New(last.Detail))
	case last.Error != nil:
		return nil, last.Error.fault()
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	default:
		return nil, fault.New(fault.Unavailable, "the process of the job died: %s", reason(died)).Because(died).
			Fix("if it was killed for its memory, give the machine more or the load fewer files")
	}
}

// reason says how a process ended, in words without paths.
func reason(died error) string {
	var exit *exec.ExitError
	if errors.As(died, &exit) {
		return exit.ProcessState.String()
	}
	return "it ended without a word"
}

// tail keeps the last bytes written to it.
type tail struct {
	mutex sync.Mutex
	limit int
	bytes []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.bytes = append(t.bytes, b...)
	t.bytes = t.bytes[max(0, len(t.bytes)-t.limit):]
	return len(b), nil
}

func (t *tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return strings.TrimSpace(string(t.bytes))
}
