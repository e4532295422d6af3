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
	Answered  bool      `json:"answered"` // since that start
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

// answered notes that the server answered a query since it was started.
func answered(dir string) error {
	last, err := readState(dir)
	if err != nil {
		return err
	}
	if !last.Answered {
		last.Answered = true
		if err := writeState(dir, last); err != nil {
			return err
		}
	}
	return endFirstStart(dir)
}

// patience is how long the server of this state may be waited for.
func (s state) patience() time.Duration {
	if s.Answered {
		return joinPatience
	}
	return max(joinPatience, startPatience-time.Since(s.StartedAt))
}
