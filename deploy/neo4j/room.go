package neo4j

import (
	"golang.org/x/sys/unix"

	"assay/internal/fault"
)

// startRoomMiB is the room on the disk below which a start is refused: Neo4j hangs while it starts when it cannot write
// its transaction log, instead of telling so.
const startRoomMiB = 64

// checkRoom refuses to go on when the disk of dir has less room than so many MiB. A disk that does not tell is trusted.
func checkRoom(dir string, needMiB uint64) error {
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return nil
	}
	free := disk.Bavail * uint64(disk.Bsize) >> 20
	if free >= needMiB {
		return nil
	}
	return fault.New(fault.Unavailable, "the disk of %s has %d MiB left; Neo4j needs %d MiB to start", dir, free, needMiB).
		Fix("free some, or set ASSAY_HOME to a directory on another disk")
}
