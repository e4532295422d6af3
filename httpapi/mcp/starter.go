package mcp

import (
	"context"
	"sync"
	"time"

	"assay/internal/fault"
)

// patience is how long a call waits for what stands behind the tools: clients give a call up after 60 seconds.
const patience = 45 * time.Second

// tellPeriod is how often a waiting call tells its client so.
const tellPeriod = 2 * time.Second

// Starter opens a backend in the background, once, and again when that failed and somebody asks. An editor that starts
// assay gets its first reply at once, while Neo4j is started.
type Starter struct {
	ctx     context.Context // of the process, not of a call: an attempt outlives the call that began it
	open    func(context.Context) (*Backend, error)
	mutex   sync.Mutex
	running sync.WaitGroup
	current *attempt
}

// attempt is one opening; its result stands when done is closed.
type attempt struct {
	done    chan struct{}
	backend *Backend
	err     error
}

// Start begins to open a backend. The context ends every attempt.
func Start(ctx context.Context, open func(context.Context) (*Backend, error)) *Starter {
	s := &Starter{ctx: ctx, open: open}
	s.attempt()
	return s
}

// Backend waits for the backend, for as long as a client waits for a call.
func (s *Starter) Backend(ctx context.Context, tell func(string)) (*Backend, error) {
	a := s.attempt()
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ticker := time.NewTicker(tellPeriod)
	defer ticker.Stop()
	for {
		select {
		case <-a.done:
			return a.backend, a.err
		case <-ticker.C:
			tell("waiting for Neo4j to start")
		case <-waiting.Done():
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			return nil, fault.New(fault.Unavailable, "Neo4j is still being started").
				Fix("call again in a moment; the first start downloads it, which takes minutes")
		}
	}
}

// Wait waits until no attempt runs; the context of Start must have ended.
func (s *Starter) Wait() { s.running.Wait() }

// attempt is the one that runs or succeeded, or a new one.
func (s *Starter) attempt() *attempt {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.current != nil {
		select {
		case <-s.current.done:
			if s.current.err == nil {
				return s.current
			}
		default:
			return s.current
		}
	}
	a := &attempt{done: make(chan struct{})}
	s.current = a
	s.running.Go(func() {
		defer close(a.done)
		a.backend, a.err = s.open(s.ctx)
	})
	return a
}
