// Package filelock is a lock between processes: an advisory lock on a file, which the operating system gives back when
// the process that held it is gone, however it went.
package filelock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// retryEvery is how often a held lock is asked for again.
const retryEvery = 50 * time.Millisecond

// ErrHeld is the error of Try for a lock that someone holds.
var ErrHeld = errors.New("the lock is held")

// Lock is a lock that this process holds.
type Lock struct{ file *os.File }

// Try takes the lock on the file at path, made when missing, or fails with ErrHeld at once.
func Try(path string) (*Lock, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return &Lock{file}, nil
	}
	_ = file.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, ErrHeld
	}
	return nil, fmt.Errorf("lock %s: %w", path, err)
}

// Wait takes the lock on the file at path and waits for whoever holds it.
func Wait(ctx context.Context, path string) (*Lock, error) {
	for {
		lock, err := Try(path)
		if !errors.Is(err, ErrHeld) {
			return lock, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for lock %s: %w", path, ctx.Err())
		case <-time.After(retryEvery):
		}
	}
}

// Release gives the lock back.
func (l *Lock) Release() { _ = l.file.Close() }

// UntilExit keeps the lock until this process ends, whatever happens to l.
func (l *Lock) UntilExit() error {
	if _, err := unix.FcntlInt(l.file.Fd(), unix.F_DUPFD_CLOEXEC, 0); err != nil {
		return fmt.Errorf("keep lock: %w", err)
	}
	l.Release()
	return nil
}
