package neo4j

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assay/internal/fault"
	"assay/internal/filelock"
)

const (
	// startPatience bounds a start, with the recovery of a killed server on a busy machine.
	startPatience = 5 * time.Minute
	// stopPatience is how long a server may take to stop before it is ended by force.
	stopPatience = time.Minute
	// probePatience bounds one question to a server.
	probePatience = 5 * time.Second
	// portTries is how often a start is tried with other ports when another process took one meanwhile.
	portTries = 3
)

// Up starts the managed server, or joins the one that runs, and returns once it answers a query. Two processes that
// call it at once get one server.
func Up(ctx context.Context, opts Options) (Instance, error) {
	opts, dir, err := opts.resolve()
	if err != nil {
		return Instance{}, err
	}
	lock, err := filelock.Wait(ctx, filepath.Join(dir, "lock"))
	if err != nil {
		return Instance{}, err
	}
	defer lock.Release()
	pid, err := findServer(ctx, dir)
	if err != nil {
		return Instance{}, err
	}
	if pid != 0 {
		return join(ctx, opts, dir, pid)
	}
	return startServer(ctx, opts, dir)
}

// Down stops the managed server and says whether one ran.
func Down(ctx context.Context, opts Options) (bool, error) {
	_, dir, err := opts.resolve()
	if err != nil {
		return false, err
	}
	lock, err := filelock.Wait(ctx, filepath.Join(dir, "lock"))
	if err != nil {
		return false, err
	}
	defer lock.Release()
	pid, err := findServer(ctx, dir)
	if err != nil || pid == 0 {
		return false, err
	}
	return true, stop(ctx, pid, dir, stopPatience)
}

// Look says how the managed server stands, and starts nothing.
func Look(ctx context.Context, opts Options) (Standing, error) {
	if _, err := os.Stat(opts.dir()); errors.Is(err, os.ErrNotExist) {
		return Standing{Home: opts.dir()}, nil
	}
	opts, dir, err := opts.resolve()
	if err != nil {
		return Standing{}, err
	}
	pid, err := findServer(ctx, dir)
	if err != nil || pid == 0 {
		return Standing{Home: dir}, err
	}
	instance, err := describe(dir, pid)
	if err != nil {
		return Standing{}, err
	}
	standing := Standing{Home: dir, Running: true, Answers: true, Instance: &instance}
	if err := probeOnce(ctx, opts.Probe, instance.Address); err != nil {
		standing.Answers, standing.Reason = false, err.Error()
	}
	return standing, nil
}

// resolve fills in what was left out and gives the server's directory as the operating system names it, made if missing.
func (o Options) resolve() (Options, string, error) {
	if o.Mode == "" {
		o.Mode = Long
	}
	if o.Probe == nil {
		o.Probe = HTTPProbe
	}
	if o.Logf == nil {
		o.Logf = func(string, ...any) {}
	}
	dir, err := makeReal(o.dir())
	if err != nil {
		return o, "", err
	}
	if o.Jars == "" {
		o.Jars = filepath.Join(dir, "jars")
	}
	o.Jars, err = makeReal(o.Jars)
	return o, dir, err
}

// makeReal makes a directory and gives its real path.
func makeReal(dir string) (string, error) {
	if strings.ContainsAny(dir, ":\n\r") {
		return "", fault.New(fault.Invalid, "the data directory %q has a colon or a line break in its name, which Java's class path cannot hold", dir)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fault.New(fault.Unavailable, "the data directory %s cannot be made", dir).Because(err).
			Fix("set ASSAY_HOME to a directory that you can write")
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the data directory: %w", err)
	}
	return filepath.EvalSymlinks(absolute)
}

// join waits for a server that runs already. One that stops meanwhile is started anew.
func join(ctx context.Context, opts Options, dir string, pid int) (Instance, error) {
	instance, err := describe(dir, pid)
	if err != nil {
		return Instance{}, err
	}
	err = await(ctx, pid, dir, instance.Address, opts.Probe)
	if errors.Is(err, errExited) {
		return startServer(ctx, opts, dir)
	}
	if opts.Mode == Long && instance.Mode == Quick {
		opts.Logf("joined a server that runs without Graph Data Science; stop it and start it again to have both")
	}
	instance.Joined = true
	return instance, err
}

// describe puts together what is known of the server that runs in dir.
func describe(dir string, pid int) (Instance, error) {
	last, err := readState(dir)
	if err != nil {
		return Instance{}, err
	}
	if last.Bolt == 0 {
		return Instance{}, fault.New(fault.Unavailable, "Neo4j runs as process %d, but %s does not say on which ports", pid, stateFile(dir)).
			Fix("stop it (assay down), then start it again")
	}
	secret, err := readPassword(dir)
	if err != nil {
		return Instance{}, err
	}
	return Instance{
		Address: launch{ports: last.ports}.address(secret), PID: pid, Mode: last.Mode, Java: last.Java,
		StartedAt: last.StartedAt, Log: logFile(dir), PasswordFile: passwordFile(dir),
	}, nil
}

// startServer starts the server of dir, which is known not to run.
func startServer(ctx context.Context, opts Options, dir string) (Instance, error) {
	boot, err := prepareLaunch(ctx, opts, dir)
	if err != nil {
		return Instance{}, err
	}
	secret, err := password(dir)
	if err != nil {
		return Instance{}, err
	}
	for try := 1; ; try++ {
		instance, err := startOnPorts(ctx, opts, boot, secret)
		if err == nil || try == portTries || !strings.Contains(err.Error(), "Address already in use") {
			return instance, err
		}
		opts.Logf("a port was taken meanwhile; trying others")
	}
}

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
	_ = stop(context.WithoutCancel(ctx), pid, boot.dir, stopPatience)
	if ctx.Err() != nil {
		return 0, fmt.Errorf("start Neo4j: %w", ctx.Err())
	}
	if errors.Is(err, errExited) {
		return 0, fault.New(fault.Unavailable, "Neo4j stopped while it started. The end of %s:\n%s", logFile(boot.dir), tailLog(boot.dir))
	}
	return 0, err
}

// errExited is the error of await for a server that is gone.
var errExited = errors.New("the server is gone")

// await asks the server until it answers, and gives up when it is gone or refuses the password.
func await(ctx context.Context, pid int, dir string, address Address, probe Probe) error {
	for {
		err := probeOnce(ctx, probe, address)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, ErrPassword):
			return fault.New(fault.Unavailable, "Neo4j refuses the password in %s; it was changed elsewhere", passwordFile(dir)).
				Fix("write the present password of user %s into that file", username)
		case !runs(ctx, pid, dir):
			return errExited
		}
		select {
		case <-ctx.Done():
			return fault.New(fault.Timeout, "Neo4j (process %d) does not answer; its log is %s", pid, logFile(dir)).Because(err)
		case <-time.After(pollEvery):
		}
	}
}

func probeOnce(ctx context.Context, probe Probe, address Address) error {
	bounded, cancel := context.WithTimeout(ctx, probePatience)
	defer cancel()
	return probe(bounded, address)
}
