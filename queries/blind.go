package queries

import (
	"context"
	"fmt"
	"strings"

	"assay/internal/graph"
)

// Blind is by what a method may be called although no edge says so.
type Blind struct {
	Snapshot
	// Overridden are the methods that it overrides and whose calls are not resolved to it: those of the standard library,
	// and for a method of a test those of production code, whose calls never lead into tests.
	Overridden []Overridden
	// Bases are the classes outside of the repository that its class inherits from and of which nothing is known.
	Bases []string
}

// Overridden is a method that another one overrides.
type Overridden struct {
	ID            string
	QualifiedName string
	External      bool
	Callers       int // edges to it; 0 of an external one
}

// blindReasons says why a method may have users that no list shows: the language calls special methods, and whoever
// knows a base may call what overrides it.
func (s *Service) blindReasons(ctx context.Context, project string, t target) ([]string, error) {
	switch {
	case t.symbol.Kind != string(graph.KindMethod):
		return nil, nil
	case isSpecial(t.symbol):
		return []string{fmt.Sprintf("%s is a special method: the language calls it (with, for, operators and the like), which is not followed everywhere.",
			t.symbol.QualifiedName)}, nil
	}
	found, err := s.reader.Blind(ctx, project, t.symbol.ID)
	if err != nil {
		return nil, fmt.Errorf("read what %s overrides: %w", t.symbol.ID, err)
	}
	if err := same(t.Version, found.Version); err != nil {
		return nil, err
	}
	reasons := []string{}
	for _, o := range found.Overridden {
		if o.External {
			reasons = append(reasons, fmt.Sprintf("It overrides %s, which is called from outside of the repository.", o.QualifiedName))
		} else {
			reasons = append(reasons, fmt.Sprintf("It overrides %s of %s, whose %s may reach it.", o.QualifiedName, pathOf(o.ID), plural(o.Callers, "user")))
		}
	}
	if len(found.Bases) > 0 && !strings.HasPrefix(t.symbol.Name, "_") {
		reasons = append(reasons, fmt.Sprintf("Its class has the base %s outside of the repository, which may call it.", strings.Join(found.Bases, " and ")))
	}
	return reasons, nil
}

// isSpecial reports whether the language itself calls a method, by its name.
func isSpecial(s Symbol) bool {
	return s.Kind == string(graph.KindMethod) && len(s.Name) > len("____") && strings.HasPrefix(s.Name, "__") && strings.HasSuffix(s.Name, "__")
}

func pathOf(id string) string {
	path, _, _ := strings.Cut(id, "::")
	return path
}
