package neo4j

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A server that is killed while it makes its database for the first time can leave one that never opens again
// ("Transaction logs are missing"). Nobody has written to it yet, so it is made anew: a marker stands beside the data
// from before the first start until the first answer.

func firstStartMarker(dir string) string { return filepath.Join(dir, "data", "first-start") }

// beginFirstStart sets the marker where there is no database, and first removes one that never answered.
func beginFirstStart(dir string) error {
	_, err := os.Stat(firstStartMarker(dir))
	if err == nil {
		err = empty(filepath.Join(dir, "data"))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove an unfinished database: %w", err)
	}
	if databaseExists(dir) {
		return nil
	}
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	return os.WriteFile(firstStartMarker(dir), nil, 0o600)
}

// empty removes what is in a folder, and leaves the folder, which may be a mount point. The marker goes last.
func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	marker := filepath.Base(firstStartMarker(""))
	for _, entry := range entries {
		if entry.Name() == marker {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return os.Remove(filepath.Join(dir, marker))
}

// endFirstStart takes the marker away: from now on the data may be somebody's.
func endFirstStart(dir string) error {
	if err := os.Remove(firstStartMarker(dir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("end the first start: %w", err)
	}
	return nil
}
