package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"assay/deploy/neo4j"
	"assay/internal/filelock"
)

// base is the directory that all test processes of a user share. Its lock guards leases and the shared server's life.
type base struct{ dir, jars string }

func newBase(data string) base {
	return base{dir: filepath.Join(data, "test"), jars: filepath.Join(data, "neo4j", "jars")}
}

func (b base) path(name string) string { return filepath.Join(b.dir, name) }

// lock takes the base's lock; the folders exist afterwards.
func (b base) lock(ctx context.Context) (*filelock.Lock, error) {
	for _, name := range []string{"leases", "own", "server"} {
		if err := os.MkdirAll(b.path(name), 0o700); err != nil {
			return nil, fmt.Errorf("make the folders of the test server: %w", err)
		}
	}
	return filelock.Wait(ctx, b.path("lock"))
}

func (b base) sharedOptions(logf func(string, ...any)) neo4j.Options {
	return neo4j.Options{
		Home: b.path("server"), Jars: b.jars, Mode: neo4j.Quick, Logf: logf,
		BoltPort: neo4j.FreePort, HTTPPort: neo4j.FreePort,
	}
}

// shared starts the shared server or joins it, with a lease of this process.
func (b base) shared(ctx context.Context, logf func(string, ...any)) (Address, error) {
	lock, err := b.lock(ctx)
	if err != nil {
		return Address{}, err
	}
	defer lock.Release()
	if err := b.enter(ctx); err != nil {
		return Address{}, err
	}
	options := b.sharedOptions(logf)
	standing, err := neo4j.Look(ctx, options)
	if err != nil {
		return Address{}, err
	}
	if !standing.Running {
		if err := os.RemoveAll(filepath.Join(options.Home, "neo4j")); err != nil {
			return Address{}, fmt.Errorf("clear the data of the last test run: %w", err)
		}
	}
	instance, err := neo4j.Up(ctx, options)
	return instance.Address, err
}

// own gives the options of a server for one test, with a lease of this process.
func (b base) own(ctx context.Context, logf func(string, ...any)) (neo4j.Options, error) {
	lock, err := b.lock(ctx)
	if err != nil {
		return neo4j.Options{}, err
	}
	defer lock.Release()
	if err := b.enter(ctx); err != nil {
		return neo4j.Options{}, err
	}
	options := b.sharedOptions(logf)
	options.Home, err = os.MkdirTemp(b.path("own"), strconv.Itoa(os.Getpid())+"-")
	return options, err
}

// enter takes this process's lease and sees that a supervisor is there. The base's lock must be held.
func (b base) enter(ctx context.Context) error {
	lease, err := filelock.Try(b.lease(os.Getpid()))
	switch {
	case errors.Is(err, filelock.ErrHeld): // by this very process: no other has its number
	case err != nil:
		return err
	default:
		if err := lease.UntilExit(); err != nil {
			return err
		}
	}
	return b.ensureSupervisor(ctx)
}

func (b base) lease(pid int) string { return filepath.Join(b.dir, "leases", strconv.Itoa(pid)) }

// leased says whether the process that wrote a lease still lives; the lease of a dead one is removed.
// The base's lock must be held.
func (b base) leased(pid int) bool {
	if _, err := os.Stat(b.lease(pid)); err != nil {
		return false
	}
	lock, err := filelock.Try(b.lease(pid))
	if err != nil {
		return errors.Is(err, filelock.ErrHeld)
	}
	_ = os.Remove(b.lease(pid))
	lock.Release()
	return false
}

// anyLease says whether any test process lives. The base's lock must be held.
func (b base) anyLease() bool {
	entries, _ := os.ReadDir(b.path("leases"))
	held := false
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil && b.leased(pid) {
			held = true
		}
	}
	return held
}

// ensureSupervisor starts a supervisor when none holds the supervisor's lock. The base's lock must be held.
func (b base) ensureSupervisor(ctx context.Context) error {
	lock, err := filelock.Try(b.path("supervisor.lock"))
	if errors.Is(err, filelock.ErrHeld) {
		return nil
	}
	if err != nil {
		return err
	}
	lock.Release()
	program := b.path("supervise")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "assay/internal/neo4jtest/supervise")
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the supervisor: %w: %s", err, strings.TrimSpace(string(output)))
	}
	return b.startSupervisor(program)
}

// startSupervisor starts the supervisor in a session of its own and waits until it holds its lock.
func (b base) startSupervisor(program string) error {
	output, err := os.Create(b.path("supervisor.log"))
	if err != nil {
		return fmt.Errorf("open the supervisor's log: %w", err)
	}
	defer output.Close()
	ready, signal, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("start the supervisor: %w", err)
	}
	defer ready.Close()
	cmd := exec.Command(program, b.dir, b.jars)
	cmd.Dir = b.dir
	cmd.Stdout, cmd.Stderr = output, output
	cmd.ExtraFiles = []*os.File{signal}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = cmd.Start()
	_ = signal.Close()
	if err != nil {
		return fmt.Errorf("start the supervisor: %w", err)
	}
	if _, err := ready.Read(make([]byte, 1)); err != nil {
		return fmt.Errorf("start the supervisor: it ended at once; see %s", output.Name())
	}
	return cmd.Process.Release()
}
