//go:build cgo

package main

import (
	"errors"
	"slices"
	"testing"

	"assay/deploy/neo4j"
	"assay/internal/config"
	"assay/internal/fault"
)

func TestMissingNamesTheCommand(t *testing.T) {
	found := diagnose([]neo4j.Check{
		{Name: "Maven", OK: false, Needed: "fetches Neo4j", Fix: "apt-get install maven"}, {Name: "git", OK: true},
	})
	err := missing(found)
	var known *fault.Error
	if !errors.As(err, &known) || known.Kind != fault.Unavailable || !slices.Contains(known.Fixes, "Maven (fetches Neo4j): apt-get install maven") {
		t.Errorf("got %#v", err)
	}
	if err := missing(diagnose([]neo4j.Check{{OK: true}})); err != nil {
		t.Errorf("nothing is missing, got %v", err)
	}
}

// TestDemoAsksOnlyForWhatItUses wants no server's tools where the user has a server.
func TestDemoAsksOnlyForWhatItUses(t *testing.T) {
	parts := func(uri string) map[neo4j.Part]bool {
		a := &app{config: config.Config{Neo4j: config.Neo4j{URI: uri}}}
		found := map[neo4j.Part]bool{}
		for _, check := range a.diagnoseDemo(t.Context()).Checks {
			found[check.Part] = true
		}
		return found
	}
	if own := parts("bolt://somewhere"); own[neo4j.PartServer] || own[neo4j.PartBuild] || !own[neo4j.PartTests] {
		t.Errorf("with an own server: %v", own)
	}
	if managed := parts(""); !managed[neo4j.PartServer] || managed[neo4j.PartBuild] || !managed[neo4j.PartTests] {
		t.Errorf("with the managed server: %v", managed)
	}
}
