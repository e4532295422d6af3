package neo4j

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// state is what is kept of the last start. It holds no pid: whether the server runs is asked of the operating system
// (findServer), so a state can be old but never wrong.
type state struct {
	ports
	Mode      Mode      `json:"mode"`
	Java      string    `json:"java"`
	StartedAt time.Time `json:"started_at"`
}

func stateFile(dir string) string { return filepath.Join(dir, "state.json") }

// readState gives the state of the last start, empty when there was none. A file that cannot be understood counts as
// none: it only costs the old ports.
func readState(dir string) (state, error) {
	content, err := os.ReadFile(stateFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return state{}, nil
	}
	if err != nil {
		return state{}, fmt.Errorf("read the server's state: %w", err)
	}
	var last state
	if json.Unmarshal(content, &last) != nil {
		return state{}, nil
	}
	return last, nil
}

func writeState(dir string, s state) error {
	content, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("write the server's state: %w", err)
	}
	return writeSecret(stateFile(dir), string(content)+"\n")
}
