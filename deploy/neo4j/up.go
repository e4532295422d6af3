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

// stopPatience is how long a server may take to stop before it is ended by force.
const stopPatience = time.Minute

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
	if o.Jars, err = makeReal(o.Jars); err != nil {
		return o, "", err
	}
	return o, dir, bearable(o.Jars)
}

// makeReal makes a directory and gives its real path.
func makeReal(dir string) (string, error) {
	if strings.ContainsAny(dir, "\n\r\\") {
		return "", fault.New(fault.Invalid, "the data directory %q has a line break or backslash in its name", dir).Fix("%s", plainerName)
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

// plainerName mends a name that is refused.
const plainerName = "set ASSAY_HOME to a directory with a name of plain letters and digits"

// bearable refuses a path of jars with characters that Java's class path, or the addresses that Neo4j makes of the paths
// of its jars, cannot hold: the server would end with "Bad escape" or "Illegal character in path".
func bearable(jars string) error {
	at := strings.IndexFunc(jars, func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(":[]{}^|`%#?\"<>", r) })
	if at < 0 {
		return nil
	}
	return fault.New(fault.Invalid, "Neo4j cannot bear jars in %q: there is a %q in the name", jars, []rune(jars[at:])[0]).Fix("%s", plainerName)
}

// join waits for a server that runs already. One that stops meanwhile is started anew.
func join(ctx context.Context, opts Options, dir string, pid int) (Instance, error) {
	instance, err := describe(dir, pid)
	if err != nil {
		return Instance{}, err
	}
	last, err := readState(dir)
	if err != nil {
		return Instance{}, err
	}
	bounded, cancel := context.WithTimeout(ctx, last.patience())
	defer cancel()
	err = await(bounded, pid, dir, instance.Address, opts.Probe)
	if errors.Is(err, errExited) {
		return startServer(ctx, opts, dir)
	}
	if err != nil {
		return Instance{}, err
	}
	if opts.Mode == Long && instance.Mode == Quick {
		opts.Logf("joined a server that runs without Graph Data Science; stop it and start it again to have both")
	}
	instance.Joined = true
	return instance, answered(dir)
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
