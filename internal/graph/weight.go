package graph

// Weight is what replies multiply the confidence of an edge by: an edge that says less than a call does weighs less. It is
// 0 for types that lead to no item of a list of uses. Along a chain of edges the confidence is that of its weakest edge.
func (t EdgeType) Weight() float64 {
	for _, w := range Weights() {
		if w.Type == t {
			return w.Weight
		}
	}
	return 0
}

// EdgeWeight is the weight of an edge type with its reason.
type EdgeWeight struct {
	Type   EdgeType
	Weight float64
	Reason string
}

// Weights lists the edge types that lists of uses follow, the surest first.
func Weights() []EdgeWeight {
	return []EdgeWeight{
		{EdgeCalls, 1, "is called"},
		{EdgeRequires, 1, "is set up before"},
		{EdgeUsesFixture, 1, "is set up before"},
		{EdgeOverrides, 0.9, "may be called in place of what changes"},
		{EdgeImplements, 0.9, "may be called in place of what changes"},
		{EdgeInherits, 0.9, "may override what changes"},
		{EdgeReferences, 0.7, "a name that is handed on, or that an annotation bears, may never be called"},
		{EdgeImports, 0.5, "may use something else of the file"},
	}
}
