package load

import "assay/internal/graph"

// labelSet is the set of labels that a symbol carries beside Symbol.
type labelSet uint8

// carried are the labels of a labelSet, one bit each.
var carried = [...]graph.Label{graph.LabelClass, graph.LabelFunction, graph.LabelVariable, graph.LabelFixture}

func labelsOf(y *graph.Symbol) labelSet {
	var set labelSet
	for bit, label := range carried {
		if label == y.Kind.Label() || label == graph.LabelFixture && y.Fixture != nil {
			set |= 1 << bit
		}
	}
	return set
}

func (s labelSet) names() []string {
	names := []string{}
	for bit, label := range carried {
		if s&(1<<bit) != 0 {
			names = append(names, string(label))
		}
	}
	return names
}
