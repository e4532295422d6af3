package cypher

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/internal/fault"
)

const (
	rulePrefix = "assay_" // before the file's base name: the name of the rule in the database
	rulePause  = 50 * time.Millisecond
	maxRules   = 10 * time.Minute // how long indexes may take to fill
)

// Migrate brings the schema's constraints and indexes up to date and waits until all of them are online: a match
// through an index that is still empty finds nothing and tells nobody. Several processes may migrate at once.
func (s *Store) Migrate(ctx context.Context) error {
	states, err := s.rules(ctx)
	if err != nil {
		return err
	}
	for _, statement := range s.schema() {
		if _, ok := states[ruleName(statement)]; ok {
			continue
		}
		if _, err := s.Execute(ctx, statement, nil, nil); err != nil && !isEquivalentRule(err) {
			return fmt.Errorf("migrate the schema: %w", err)
		}
	}
	return s.awaitRules(ctx)
}

// schema lists the statements of schema/ in the order of their names.
func (s *Store) schema() []Statement {
	var statements []Statement
	for statement := range s.texts {
		if path.Dir(string(statement)) == "schema" {
			statements = append(statements, statement)
		}
	}
	slices.Sort(statements)
	return statements
}

func ruleName(statement Statement) string { return rulePrefix + path.Base(string(statement)) }

// rules reads the state of each index by name; a constraint shows as its index.
func (s *Store) rules(ctx context.Context) (map[string]string, error) {
	states := make(map[string]string)
	err := s.Read(ctx, ReadSchemaRules, nil, func(row Row) error {
		states[row.String("name")] = row.String("state")
		return nil
	})
	return states, err
}

func (s *Store) awaitRules(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, maxRules)
	defer cancel()
	for {
		states, err := s.rules(ctx)
		if err != nil {
			return err
		}
		waiting, err := s.waiting(states)
		if err != nil {
			return err
		}
		if waiting == 0 {
			return nil
		}
		if err := sleep(ctx, rulePause); err != nil {
			return fmt.Errorf("wait for %d indexes: %w", waiting, err)
		}
	}
}

// waiting counts the rules that are not online yet. A rule that is missing although its statement ran stands under
// another name that the database's owner gave it: then every index is waited for.
func (s *Store) waiting(states map[string]string) (int, error) {
	building := slices.Contains(slices.Collect(maps.Values(states)), "POPULATING")
	waiting := 0
	for _, statement := range s.schema() {
		switch state, ok := states[ruleName(statement)]; {
		case state == "FAILED":
			return 0, fault.New(fault.Unavailable, "the index %s of Neo4j failed to build", ruleName(statement)).
				Fix("see the server's debug.log, drop the index, and start again")
		case ok && state != "ONLINE", !ok && building:
			waiting++
		}
	}
	return waiting, nil
}

// isEquivalentRule reports whether a schema statement failed because another process made the same rule meanwhile.
func isEquivalentRule(err error) bool {
	var server *neo4j.Neo4jError
	return errors.As(err, &server) && server.Code == "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
}
