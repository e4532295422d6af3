package queries

import (
	"context"
	"fmt"
	"slices"

	"assay/internal/fault"
	"assay/internal/graph"
)

// Bounds of a neighbourhood.
const (
	// DefaultNeighbours is how many nodes of each group are shown.
	DefaultNeighbours = 20
	// MaxNeighbours is how many can be.
	MaxNeighbours = 200
)

// Neighbourhood is everything one edge away from a symbol.
type Neighbourhood struct {
	Symbol Symbol `json:"symbol"`
	// Hub says that the symbol itself is one; absent otherwise.
	Hub    *HubItem             `json:"hub,omitempty"`
	Groups []NeighbourhoodGroup `json:"groups"` // by type of edge and direction
	// Hubs are those among the neighbours shown. What lies behind them is not theirs to tell.
	Hubs       []HubItem  `json:"hubs"`
	Status     Status     `json:"status"`
	Reasons    []string   `json:"reasons"`
	Unresolved Unresolved `json:"unresolved"` // uses of its name that may mean the symbol
	Index      Index      `json:"index"`
}

// NeighbourhoodGroup are the neighbours at the edges of one type in one direction, by path and line.
type NeighbourhoodGroup struct {
	Type      string             `json:"type"`
	Direction string             `json:"direction"` // "out": the symbol is the source; "in": it is the target
	Items     []NeighbourhoodTie `json:"items"`
	Total     int                `json:"total"`
	Shown     int                `json:"shown"`
	Truncated bool               `json:"truncated"`
}

// NeighbourhoodTie is one neighbour: a symbol, or a test, file, package, run or unresolved name in its shape.
type NeighbourhoodTie struct {
	Symbol     Symbol  `json:"symbol"`
	Evidence   string  `json:"evidence"`
	How        string  `json:"how,omitempty"`
	Candidates int     `json:"candidates,omitempty"`
	Confidence float64 `json:"confidence"`
	Lines      []int   `json:"lines,omitempty"` // in the source's file; of TESTS in the target's
	Hub        bool    `json:"hub,omitempty"`
}

// MadeFrom is the state that the reply was made from.
func (n *Neighbourhood) MadeFrom() Index { return n.Index }

// Neighbourhood shows what is one edge away from a symbol, in both directions, grouped by type of edge. Limit bounds each
// group. Hubs among the neighbours are marked and named.
func (s *Service) Neighbourhood(ctx context.Context, project, symbol string, options ListOptions) (*Neighbourhood, error) {
	limit := options.Limit
	switch {
	case options.Cursor != "":
		return nil, fault.New(fault.Invalid, "a neighbourhood has no cursor").Fix("ask for more of each group with the limit, or for callers, callees or tests")
	case limit == 0:
		limit = DefaultNeighbours
	case limit < 0 || limit > MaxNeighbours:
		return nil, fault.New(fault.Invalid, "the limit is %d; it must be between 1 and %d", limit, MaxNeighbours)
	}
	options.Limit = limit
	p, err := at(options, "neighbourhood", project, symbol)
	if err != nil {
		return nil, err
	}
	return ask(ctx, s, project, symbol, func(t target) (*Neighbourhood, error) {
		hubs, err := s.hubsAt(ctx, project, t.Version)
		if err != nil {
			return nil, err
		}
		found, err := s.reader.Neighbourhood(ctx, project, NeighbourhoodQuery{
			ID: t.symbol.ID, Evidence: p.evidence, ExcludeTests: options.ExcludeTests, Limit: limit,
		})
		if err != nil {
			return nil, fmt.Errorf("read the neighbourhood of %s: %w", t.symbol.ID, err)
		}
		users, err := s.reader.Callers(ctx, project, NeighbourQuery{Names: t.names(), Sites: shownSites})
		if err != nil {
			return nil, fmt.Errorf("read the unresolved uses of %s: %w", t.symbol.Name, err)
		}
		if err := same(t.Version, found.Version, users.Version); err != nil {
			return nil, err
		}
		reply := s.neighbourhood(ctx, t, found, hubs.byID())
		reply.Unresolved = users.Unresolved
		reply.Reasons = append(reply.Reasons, unresolvedReasons(t.symbol.Name, users.Unresolved)...)
		if len(reply.Reasons) > 0 {
			reply.Status = Partial
		}
		return reply, nil
	})
}

// hubsAt reads the hubs at a version.
func (s *Service) hubsAt(ctx context.Context, project string, version int64) (Hubs, error) {
	hubs, err := s.reader.Hubs(ctx, project)
	if err != nil {
		return hubs, fmt.Errorf("read the hubs of %s: %w", project, err)
	}
	return hubs, same(version, hubs.Version)
}

func (s *Service) neighbourhood(ctx context.Context, t target, found Surroundings, hubs map[string]HubItem) *Neighbourhood {
	reply := &Neighbourhood{
		Symbol: t.symbol, Groups: []NeighbourhoodGroup{}, Hubs: []HubItem{}, Status: Complete, Reasons: []string{}, Index: s.index(ctx, found.Snapshot),
	}
	if hub, ok := hubs[t.symbol.ID]; ok {
		reply.Hub = &hub
	}
	named := map[string]bool{}
	for _, g := range found.Groups {
		group := NeighbourhoodGroup{Type: g.Type, Direction: g.Direction, Items: []NeighbourhoodTie{}, Total: g.Total, Shown: len(g.Rows), Truncated: len(g.Rows) < g.Total}
		for _, row := range g.Rows {
			hub, isHub := hubs[row.Symbol.ID]
			if isHub && !named[hub.Symbol.ID] {
				named[hub.Symbol.ID] = true
				reply.Hubs = append(reply.Hubs, hub)
			}
			group.Items = append(group.Items, tie(row, isHub))
		}
		if g.Type == "MAY_CALL" && g.Direction == "out" {
			reply.Reasons = append(reply.Reasons, fmt.Sprintf("%s that %s calls could not be resolved.", plural(g.Total, "name"), t.symbol.QualifiedName))
		}
		reply.Groups = append(reply.Groups, group)
	}
	return reply
}

// tie shows a neighbour by its strongest edge, with the lines of all.
func tie(row Neighbour, hub bool) NeighbourhoodTie {
	best := strongest(row.Links)
	n := NeighbourhoodTie{
		Symbol: row.Symbol, Evidence: best.Evidence, How: best.How, Candidates: best.Candidates,
		Confidence: round(graph.Evidence(best.Evidence).Confidence(best.Candidates)), Hub: hub,
	}
	for _, l := range row.Links {
		n.Lines = append(n.Lines, l.Lines...)
	}
	slices.Sort(n.Lines)
	n.Lines = slices.Compact(n.Lines)
	return n
}
