//go:build unix

package cache

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes the pack for writing; another process that has it keeps it, and this one reads only.
func lock(file *os.File) bool {
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}

func isReadOnly(err error) bool { return errors.Is(err, unix.EROFS) }
