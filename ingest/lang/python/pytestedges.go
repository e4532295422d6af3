package python

import (
	"cmp"
	"slices"

	"assay/internal/graph"
)

// edgeSet keeps one edge per ends, type and evidence.
type edgeSet struct{ edges map[edgeKey]*graph.Edge }

type edgeKey struct {
	from, to string
	kind     graph.EdgeType
	evidence graph.Evidence
}

func newEdgeSet() *edgeSet { return &edgeSet{edges: map[edgeKey]*graph.Edge{}} }

// add keeps an edge; of edges that differ in more than their lines the first stays.
func (s *edgeSet) add(edge graph.Edge) {
	key := edgeKey{edge.From, edge.To, edge.Type, edge.Evidence}
	known, ok := s.edges[key]
	if !ok {
		s.edges[key] = &edge
		return
	}
	known.Lines = append(known.Lines, edge.Lines...)
	slices.Sort(known.Lines)
	known.Lines = slices.Compact(known.Lines)
}

func (s *edgeSet) list() []graph.Edge {
	list := make([]graph.Edge, 0, len(s.edges))
	for _, edge := range s.edges {
		list = append(list, *edge)
	}
	slices.SortFunc(list, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Type, b.Type), cmp.Compare(a.To, b.To),
			cmp.Compare(a.Evidence, b.Evidence))
	})
	return list
}
