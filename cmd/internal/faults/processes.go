package faults

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// restartPause is how long a supervisor waits before it starts a process again.
const restartPause = 200 * time.Millisecond

// process is one verb of assay that is started again whenever it ends, as a service manager does.
type process struct {
	options Options
	name    string
	args    []string
	env     []string

	mutex   sync.Mutex
	current *exec.Cmd // nil between two runs
}

// keep runs the process until the context ends; then it is told to end, and waited for.
func (p *process) keep(ctx context.Context) error {
	log, err := os.Create(filepath.Join(p.options.Folder, p.name+".log"))
	if err != nil {
		return fmt.Errorf("keep %s running: %w", p.name, err)
	}
	defer log.Close()
	for ctx.Err() == nil {
		command := exec.CommandContext(ctx, p.options.Binary, p.args...)
		command.Env = append(os.Environ(), p.env...)
		command.Stdout, command.Stderr = log, log
		command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
		command.WaitDelay = time.Minute
		if err := p.start(command); err != nil {
			return fmt.Errorf("start %s: %w", p.name, err)
		}
		_ = command.Wait() // it is killed on purpose
		p.set(nil)
		select {
		case <-ctx.Done():
		case <-time.After(restartPause):
		}
	}
	return nil
}

func (p *process) start(command *exec.Cmd) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if err := command.Start(); err != nil {
		return err
	}
	p.current = command
	return nil
}

func (p *process) set(command *exec.Cmd) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.current = command
}

// kill ends the current run as a crash would, and reports whether there was one.
func (p *process) kill() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.current != nil && p.current.Process.Kill() == nil
}

// pid is the current run's; 0 between two runs.
func (p *process) pid() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.current == nil {
		return 0
	}
	return p.current.Process.Pid
}

// killChild kills a child of one of the parents, and reports whether there was one. It knows children by Linux' list of
// processes; elsewhere it finds none.
func killChild(parents ...int) bool {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return false
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		for _, parent := range parents {
			if parent != 0 && len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
				child, err := os.FindProcess(pid)
				return err == nil && child.Kill() == nil
			}
		}
	}
	return false
}
