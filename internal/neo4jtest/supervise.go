package neo4jtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"assay/internal/filelock"
)

const (
	// linger is how long the shared server stays after the last test process: the next run may come soon.
	linger = 60 * time.Second
	// lookEvery is how often the supervisor looks at the leases.
	lookEvery = time.Second
	// readyDescriptor is the pipe on which the supervisor says that it holds its lock.
	readyDescriptor = 3
)

// Supervise is the supervisor's whole life: it returns after it stopped the shared server, lingering seconds after the
// last lease. At most one runs for a directory.
func Supervise(ctx context.Context, dir, jars string) error {
	b := base{dir: dir, jars: jars}
	alone, err := filelock.Try(b.path("supervisor.lock"))
	if err != nil {
		return err
	}
	defer alone.Release()
	ready := os.NewFile(readyDescriptor, "ready")
	if _, err := ready.WriteString("."); err != nil {
		return fmt.Errorf("say ready: %w", err)
	}
	_ = ready.Close()
	return b.supervise(ctx)
}

func (b base) supervise(ctx context.Context) error {
	lastSeen := time.Now()
	for {
		time.Sleep(lookEvery)
		done, err := b.look(ctx, &lastSeen)
		if done || err != nil {
			return err
		}
	}
}

// look is one round: private servers of dead tests are removed, and the shared one stopped when its time has come.
func (b base) look(ctx context.Context, lastSeen *time.Time) (done bool, err error) {
	lock, err := b.lock(ctx)
	if err != nil {
		return false, err
	}
	defer lock.Release()
	if err := b.removeOrphans(ctx); err != nil {
		return false, err
	}
	if b.anyLease() {
		*lastSeen = time.Now()
	}
	if time.Since(*lastSeen) < linger {
		return false, nil
	}
	return true, discard(ctx, b.sharedOptions(nil))
}

// removeOrphans removes the private servers of test processes that are gone.
func (b base) removeOrphans(ctx context.Context) error {
	entries, err := os.ReadDir(b.path("own"))
	if err != nil {
		return fmt.Errorf("list private servers: %w", err)
	}
	for _, entry := range entries {
		owner, _, _ := strings.Cut(entry.Name(), "-")
		pid, err := strconv.Atoi(owner)
		if err != nil || b.leased(pid) {
			continue
		}
		options := b.sharedOptions(nil)
		options.Home = filepath.Join(b.path("own"), entry.Name())
		if err := discard(ctx, options); err != nil {
			return err
		}
	}
	return nil
}
