package neo4j

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"assay/internal/fault"
)

const (
	// startPatience bounds a start, with the recovery of a killed server on a busy machine.
	startPatience = 5 * time.Minute
	// joinPatience bounds the wait for a server that answered before: a long pause of its garbage collector, not a start.
	joinPatience = 15 * time.Second
	// probePatience bounds one question to a server.
	probePatience = 5 * time.Second
	// failedPatience is how long a server that failed to start may take to stop.
	failedPatience = 10 * time.Second
	// portTries is how often a start is tried with other ports when another process took one meanwhile.
	portTries = 3
)

// startServer starts the server of dir, which is known not to run.
func startServer(ctx context.Context, opts Options, dir string) (Instance, error) {
	boot, err := prepareLaunch(ctx, opts, dir)
	if err != nil {
		return Instance{}, err
	}
	if err := beginFirstStart(dir); err != nil {
		return Instance{}, err
	}
	if err := checkRoom(filepath.Join(dir, "data"), startRoomMiB); err != nil {
		return Instance{}, err
	}
	secret, err := password(dir)
	if err != nil {
		return Instance{}, err
	}
	for try := 1; ; try++ {
		instance, err := startOnPorts(ctx, opts, boot, secret)
		if err == nil || try == portTries || !portTaken(err) {
			return instance, err
		}
		opts.Logf("a port was taken meanwhile; trying others")
	}
}

// portTaken tells from a failed start whether another process took a port after it was chosen.
func portTaken(err error) bool { return strings.Contains(err.Error(), "already in use") }

// prepareLaunch finds or makes all that a start needs.
func prepareLaunch(ctx context.Context, opts Options, dir string) (launch, error) {
	runtime, err := findJava(ctx)
	if err != nil {
		return launch{}, err
	}
	found, err := findJars(ctx, opts.Jars, runtime, opts.Logf)
	if err != nil {
		return launch{}, err
	}
	archive := findArchive(ctx, found, runtime, opts.Logf)
	return launch{dir: dir, mode: opts.Mode, java: runtime, jars: found, archive: archive}, ctx.Err()
}

func startOnPorts(ctx context.Context, opts Options, boot launch, secret string) (Instance, error) {
	last, err := readState(boot.dir)
	if err != nil {
		return Instance{}, err
	}
	boot.ports, err = choosePorts(opts, last.ports)
	if err != nil {
		return Instance{}, err
	}
	err = writeState(boot.dir, state{ports: boot.ports, Mode: boot.mode, Java: boot.java.path, StartedAt: time.Now().UTC()})
	if err != nil {
		return Instance{}, err
	}
	pid, err := startAndAwait(ctx, boot, secret, opts.Probe)
	if err != nil {
		return Instance{}, err
	}
	if err := answered(boot.dir); err != nil {
		return Instance{}, err
	}
	return describe(boot.dir, pid)
}

// startAndAwait starts a server and waits for its first answer. A server that never answers is not left behind.
func startAndAwait(ctx context.Context, boot launch, secret string, probe Probe) (int, error) {
	pid, err := boot.start()
	if err != nil {
		return 0, err
	}
	bounded, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	err = await(bounded, pid, boot.dir, boot.address(secret), probe)
	if err == nil {
		return pid, nil
	}
	_ = stop(context.WithoutCancel(ctx), pid, boot.dir, failedPatience)
	if ctx.Err() != nil {
		return 0, fmt.Errorf("start Neo4j: %w", ctx.Err())
	}
	if errors.Is(err, errExited) {
		return 0, fault.New(fault.Unavailable, "Neo4j stopped while it started. The end of %s:\n%s", logFile(boot.dir), tailLog(boot.dir))
	}
	return 0, err
}

var (
	// errExited is the error of await for a server that is gone.
	errExited   = errors.New("the server is gone")
	errStarting = errors.New("the server is still starting")
)

// await asks the server until it answers, and gives up when it is gone or refuses the password. It asks only after the
// server said that it listens: before that, whoever answers on its ports is somebody else.
func await(ctx context.Context, pid int, dir string, address Address, probe Probe) error {
	for {
		err := errStarting
		if saysStarted(dir) {
			err = probeOnce(ctx, probe, address)
		}
		switch {
		case err == nil:
			return nil
		case hopeless(err, dir) != nil:
			return hopeless(err, dir)
		case !runs(ctx, pid, dir):
			return errExited
		}
		select {
		case <-ctx.Done():
			return fault.New(fault.Timeout, "Neo4j runs as process %d but does not answer at %s; its log is %s", pid, address.HTTP, logFile(dir)).
				Fix("stop it, then try again: assay down").Because(err)
		case <-time.After(pollEvery):
		}
	}
}

// hopeless turns what no waiting can mend into an error that says what would; nil for everything else.
func hopeless(err error, dir string) error {
	switch {
	case errors.Is(err, ErrPassword):
		return fault.New(fault.Unavailable, "Neo4j refuses the password in %s; it was changed elsewhere", passwordFile(dir)).
			Fix("write the present password of user %s into that file", username)
	case errors.Is(err, ErrDatabase):
		return fault.New(fault.Unavailable, "Neo4j runs, but its database cannot be opened. From %s:\n%s", debugLogFile(dir), tailDebugLog(dir)).
			Fix("if the cause cannot be mended: assay down, remove %s, and load the projects again", filepath.Join(dir, "data")).Because(err)
	case errors.Is(err, ErrStopped):
		return fault.New(fault.Unavailable, "Neo4j runs, but its database gave up after a failure of its own. The end of %s:\n%s", debugLogFile(dir), lastCause(dir)).
			Fix("see that the disk of %s has room", filepath.Join(dir, "data")).
			Fix("then restart it: assay down, assay up").Because(err)
	default:
		return nil
	}
}

func probeOnce(ctx context.Context, probe Probe, address Address) error {
	bounded, cancel := context.WithTimeout(ctx, probePatience)
	defer cancel()
	return probe(bounded, address)
}
