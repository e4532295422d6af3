//go:build !unix

package cache

import "os"

// lock reports that the pack must not be written: there is no lock on this system.
func lock(*os.File) bool { return false }

func isReadOnly(error) bool { return false }
