package queries

import (
	"context"
	"fmt"
	"slices"

	"assay/internal/graph"
)

// TestPartsQuery asks for what tests are made of. Bodies are functions whose tests count as well.
type TestPartsQuery struct {
	Tests  []string // identifiers of tests
	Bodies []string // identifiers of functions
	Limit  int      // fixtures
}

// TestParts are the functions that tests run, by test, and the fixtures that they ask for, over at most four steps, the
// most asked for first.
type TestParts struct {
	Snapshot
	Bodies   []TestBody
	Total    int
	Fixtures []FixtureUse
}

// TestBody is the function that a test runs.
type TestBody struct {
	Test   string // identifier
	Symbol Symbol
}

// FixtureUse is a fixture with the number of the tests that ask for it, or for one that requires it.
type FixtureUse struct {
	Symbol Symbol `json:"symbol"`
	Scope  string `json:"scope,omitempty"` // function, class, module, package, session
	Tests  int    `json:"tests"`
}

// Texts are the texts of files, as gzip by path; a file whose text was not kept is absent.
type Texts struct {
	Snapshot
	GZ map[string][]byte
}

// testID is the identifier of a listed test.
func testID(t TestRef) string { return graph.TestID(t.Path, t.RunnerID) }

// testParts reads what the tests of a list are made of; a target that is itself the body of a test has fixtures too.
func (s *Service) testParts(ctx context.Context, project string, t target, items []TestItem, limit int) (TestParts, error) {
	q := TestPartsQuery{Bodies: t.inside(), Limit: limit}
	for _, item := range items {
		q.Tests = append(q.Tests, testID(item.Test))
	}
	parts, err := s.reader.TestParts(ctx, project, q)
	if err != nil {
		return parts, fmt.Errorf("read the parts of the tests of %s: %w", t.symbol.ID, err)
	}
	return parts, same(t.Version, parts.Version)
}

// texts reads the texts of files, each once; one that was not kept is empty.
func (s *Service) texts(ctx context.Context, project string, version int64, paths []string) (map[string]string, error) {
	slices.Sort(paths)
	found, err := s.reader.Texts(ctx, project, slices.Compact(paths))
	if err != nil {
		return nil, fmt.Errorf("read texts of %s: %w", project, err)
	}
	if err := same(version, found.Version); err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for path, gz := range found.GZ {
		if texts[path], err = (Text{GZ: gz}).text(); err != nil {
			return nil, fmt.Errorf("unpack the text of %s: %w", path, err)
		}
	}
	return texts, nil
}
