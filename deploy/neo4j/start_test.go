package neo4j

import (
	"errors"
	"testing"
)

func TestATakenPortIsKnownByWhatNeo4jSays(t *testing.T) {
	for message, want := range map[string]bool{
		"Address 127.0.0.1:17474 is already in use, cannot bind to it.": true, // HTTP
		"bind(..) failed with error(-98): Address already in use":       true, // Bolt
		"Lock file has been locked by another process: data/store_lock": false,
	} {
		if got := portTaken(errors.New(message)); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}
