package filelock

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

func TestOneHolderAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := Try(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Try(path); !errors.Is(err, ErrHeld) {
		t.Fatalf("a second holder: %v", err)
	}
	got := make(chan error)
	go func() {
		second, err := Wait(t.Context(), path)
		if err == nil {
			second.Release()
		}
		got <- err
	}()
	first.Release()
	if err := <-got; err != nil {
		t.Errorf("after the release: %v", err)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held, err := Try(path)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := Wait(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestUntilExitOutlivesRelease(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	lock, err := Try(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := lock.UntilExit(); err != nil {
		t.Fatal(err)
	}
	if _, err := Try(path); !errors.Is(err, ErrHeld) {
		t.Errorf("the lock is gone: %v", err)
	}
}

func TestAFolderThatIsNotThereIsAnError(t *testing.T) {
	if _, err := Try(filepath.Join(t.TempDir(), "missing", "lock")); err == nil || errors.Is(err, ErrHeld) {
		t.Errorf("error %v", err)
	}
}
