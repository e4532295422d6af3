package parse

import (
	"context"
	"runtime"
)

// Options say how a pool works.
type Options struct {
	// Command starts a worker: the own binary with the verb parse-worker.
	Command []string
	// Workers is the number of processes; 0 for one per core.
	Workers int
	// Versions are those of the languages that workers must have, by name: another binary may stand at the command's path
	// since this one was started, and its facts must not be kept as ours. Nil for any.
	Versions map[string]string
	// Limits bound one file; zero for DefaultLimits.
	Limits Limits
}

// Pool parses files in worker processes. It is safe for concurrent use.
type Pool struct {
	options Options
	// slots holds every worker that is not at work; nil for one that is not running.
	slots chan *process
}

// NewPool makes a pool. Workers are started when they are first needed; Close ends them.
func NewPool(options Options) *Pool {
	if options.Workers == 0 {
		options.Workers = runtime.NumCPU()
	}
	if options.Limits == (Limits{}) {
		options.Limits = DefaultLimits
	}
	p := &Pool{options: options, slots: make(chan *process, options.Workers)}
	for range options.Workers {
		p.slots <- nil
	}
	return p
}

// Parse gives the facts of one file, or the reason why there are none. An error means that no worker can be started, or
// that ctx has ended.
func (p *Pool) Parse(ctx context.Context, language string, source []byte) (Outcome, error) {
	var worker *process
	select {
	case worker = <-p.slots:
	case <-ctx.Done():
		return Outcome{}, ctx.Err()
	}
	defer func() { p.slots <- worker }()
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	r := request{Language: language, Source: source}
	for attempt := 1; ; attempt++ {
		if worker == nil {
			started, err := start(ctx, p.options)
			if err != nil {
				return Outcome{}, err
			}
			worker = started
		}
		used := worker.served > 0
		answer, reason, err := worker.call(ctx, p.options.Limits.Wall, r)
		if err == nil {
			return Outcome(answer), nil
		}
		worker = nil
		if ctx.Err() != nil {
			return Outcome{}, ctx.Err()
		}
		if attempt > 1 || !worthAnother(reason, used) {
			return Outcome{Reason: reason}, nil
		}
	}
}

// worthAnother reports whether a fresh worker may fare better: one that died without a word may have been killed from
// outside, and memory may have gone to the files before. So the outcome does not depend on what was parsed before.
func worthAnother(reason string, used bool) bool {
	return reason == ReasonCrash || reason == ReasonMemory && used
}

// Close ends all workers. It waits for calls of Parse, whose contexts the caller ends first.
func (p *Pool) Close() {
	for range p.options.Workers {
		if worker := <-p.slots; worker != nil {
			worker.stop()
		}
	}
}
