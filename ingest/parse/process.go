package parse

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"assay/internal/fault"
)

const (
	// startTime bounds the start of a worker; it takes 20 ms on an idle machine.
	startTime = time.Minute
	// stopTime is how long a worker may take to end after its input did.
	stopTime = 2 * time.Second
	// stderrBytes is what is kept of a worker's standard error, from its start: the first words name the cause.
	stderrBytes = 8 << 10
)

// process is one worker.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	stderr  *head
	served  int // files done
}

// start runs a worker and exchanges settings and greeting.
func start(ctx context.Context, options Options) (*process, error) {
	if len(options.Command) == 0 {
		return nil, fault.New(fault.Internal, "no command for parse workers is set")
	}
	p := &process{stderr: &head{limit: stderrBytes}}
	p.command = exec.Command(options.Command[0], options.Command[1:]...)
	// One arena: others would only map address space that counts against the limit.
	p.command.Env = append(os.Environ(), EnvironmentMark+"=1", "MALLOC_ARENA_MAX=1", "GOTRACEBACK=none")
	p.command.Stderr = p.stderr
	p.command.WaitDelay = stopTime
	if err := p.run(ctx, options); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fault.New(fault.Unavailable, "the parse worker does not start").Because(err).
			Fix("check that %s can be run by this user", options.Command[0])
	}
	return p, nil
}

func (p *process) run(ctx context.Context, options Options) error {
	in, err := p.command.StdinPipe()
	if err != nil {
		return err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return err
	}
	p.in, p.out = in, bufio.NewReaderSize(out, 64<<10)
	if err := p.command.Start(); err != nil {
		return err
	}
	var hello greeting
	limits := settings{Memory: options.Limits.Memory, CPU: int64(options.Limits.CPU)}
	if err := p.exchange(ctx, startTime, limits, &hello); err != nil {
		return fmt.Errorf("%w: %s", err, p.stderr)
	}
	for language, version := range options.Versions {
		if hello.Versions[language] != version {
			p.stop()
			return fmt.Errorf("the worker reads %s as version %q, this process as %q", language, hello.Versions[language], version)
		}
	}
	return nil
}

// exchange sends one frame and waits for one; after an error the process is dead.
func (p *process) exchange(ctx context.Context, limit time.Duration, send, receive any) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	unwatch := context.AfterFunc(ctx, func() { _ = p.command.Process.Kill() })
	err := writeFrame(p.in, send)
	if err == nil {
		err = readFrame(p.out, receive)
	}
	if unwatch() && err == nil {
		return nil
	}
	_ = p.command.Process.Kill()
	_ = p.command.Wait() // its own error says less than the stream's and standard error
	return errors.Join(ctx.Err(), err)
}

// call has one file parsed. An error means that the process is dead; reason says of what.
func (p *process) call(ctx context.Context, limit time.Duration, r request) (answer reply, reason string, err error) {
	err = p.exchange(ctx, limit, r, &answer)
	switch {
	case err == nil:
		p.served++
		return answer, "", nil
	case ctx.Err() != nil:
		return answer, "", ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return answer, ReasonDeadline, err
	default:
		return answer, causeOfDeath(p.stderr.String()), err
	}
}

// causeOfDeath reads the last words of a worker.
func causeOfDeath(stderr string) string {
	switch {
	case strings.Contains(stderr, errDeadline.Error()):
		return ReasonDeadline
	case strings.Contains(stderr, "failed to allocate"), // tree-sitter
		strings.Contains(stderr, "out of memory"), // Go
		strings.Contains(stderr, "cannot allocate memory"),
		strings.Contains(stderr, "Cannot allocate memory"):
		return ReasonMemory
	case strings.Contains(stderr, "stack exceeds"), strings.Contains(stderr, "stack overflow"):
		return ReasonNesting
	default:
		return ReasonCrash
	}
}

// stop ends an idle worker.
func (p *process) stop() {
	_ = p.in.Close()
	kill := time.AfterFunc(stopTime, func() { _ = p.command.Process.Kill() })
	defer kill.Stop()
	_, _ = io.Copy(io.Discard, p.out)
	_ = p.command.Wait()
}

// head keeps the first bytes written to it.
type head struct {
	mutex sync.Mutex
	limit int
	bytes []byte
}

func (h *head) Write(b []byte) (int, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.bytes = append(h.bytes, b[:min(len(b), h.limit-len(h.bytes))]...)
	return len(b), nil
}

func (h *head) String() string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return strings.TrimSpace(string(h.bytes))
}
