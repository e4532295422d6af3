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

// appendTo adds the edges to those of a graph; one that stands there already gets the lines and the reason.
func (s *edgeSet) appendTo(edges []graph.Edge) []graph.Edge {
	for i := range edges {
		known := &edges[i]
		if more, ok := s.edges[edgeKey{known.From, known.To, known.Type, known.Evidence}]; ok {
			known.Lines = append(known.Lines, more.Lines...)
			slices.Sort(known.Lines)
			known.Lines = slices.Compact(known.Lines)
			known.Reason += "; " + more.Reason
			delete(s.edges, edgeKey{known.From, known.To, known.Type, known.Evidence})
		}
	}
	return append(edges, s.list()...)
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
