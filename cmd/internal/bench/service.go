package bench

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
	"syscall"
	"time"
)

// Times of a measured service.
const (
	serviceStart = 30 * time.Second
	serviceStop  = 15 * time.Second
)

// Service is an HTTP service that is measured.
type Service struct {
	Base string // address without /v1
	PID  int
	stop func() error
}

// Serve starts `assay serve` in a process of its own, as users do, so that its processor time and memory stand apart from
// those of the clients. Stop ends it.
func Serve(ctx context.Context, binary, home string, environment []string) (*Service, error) {
	command := exec.CommandContext(ctx, binary, "serve", "--listen", "127.0.0.1:0", "--workers", "0")
	command.Env = append(append(os.Environ(), environment...), "ASSAY_HOME="+home)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = serviceStop
	messages, err := command.StderrPipe()
	if err != nil {
		return nil, fmt.Errorf("start the service: %w", err)
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start the service: %w", err)
	}
	base, drained := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(drained)
		read := bufio.NewReader(messages)
		base <- address(read)
		_, _ = io.Copy(io.Discard, read) // the log of requests
	}()
	service := &Service{PID: command.Process.Pid, stop: sync.OnceValue(func() error {
		_ = command.Process.Signal(syscall.SIGTERM) // it may have ended by itself, which Wait tells
		<-drained
		return command.Wait()
	})}
	select {
	case service.Base = <-base:
	case <-time.After(serviceStart):
	}
	if service.Base == "" {
		_ = command.Process.Kill() // it does not do what it should
		return nil, errors.Join(errors.New("the service told no address"), service.stop())
	}
	return service, nil
}

// address reads what the service says until it names its address; "" when it ends before.
func address(messages *bufio.Reader) string {
	for {
		line, err := messages.ReadString('\n')
		if _, rest, found := strings.Cut(line, "API at "); found {
			base, _, _ := strings.Cut(rest, "/v1")
			return base
		}
		if err != nil {
			return ""
		}
	}
}

// Stop ends the service and waits for it.
func (s *Service) Stop() error { return s.stop() }
