package neo4j

import (
	"math"
	"strings"
	"testing"
)

func TestAFullDiskIsToldBeforeTheStart(t *testing.T) {
	dir := t.TempDir()
	if err := checkRoom(dir, 1); err != nil {
		t.Errorf("with room: %v", err)
	}
	err := checkRoom(dir, math.MaxUint64)
	if err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("without room: %v", err)
	}
}
