package queries

import (
	"cmp"
	"math"
	"slices"

	"assay/internal/graph"
)

// Borders between the labels of confidence.
const (
	highConfidence   = 0.8
	mediumConfidence = 0.4
)

func (l Link) confidence() float64 {
	return round(graph.Evidence(l.Evidence).Confidence(l.Candidates) * graph.EdgeType(l.Type).Weight())
}

func confidenceLabel(confidence float64) string {
	switch {
	case confidence >= highConfidence:
		return "high"
	case confidence >= mediumConfidence:
		return "medium"
	default:
		return "low"
	}
}

func round(confidence float64) float64 { return math.Round(confidence*1000) / 1000 }

// strength orders kinds of evidence, the strongest first.
func strength(evidence string) int { return slices.Index(graph.AllEvidence, graph.Evidence(evidence)) }

func weaker(a, b string) string {
	if strength(a) >= strength(b) {
		return a
	}
	return b
}

// strongest gives the link that says most.
func strongest(links []Link) Link {
	return slices.MinFunc(links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(b.confidence(), a.confidence()), cmp.Compare(a.Type, b.Type), byLink(a, b))
	})
}

// byLink orders links that are as sure of one type: the stronger evidence first.
func byLink(a, b Link) int {
	return cmp.Or(cmp.Compare(strength(a.Evidence), strength(b.Evidence)), cmp.Compare(a.Candidates, b.Candidates), cmp.Compare(a.How, b.How))
}

// maxSites bounds the places shown of one item.
const maxSites = 100

// sites are the places of all links, each once, in order; one that belongs to a link of another type than via says so.
func sites(links []Link, via string) []Site {
	all := []Site{}
	for _, l := range links {
		other := l.Type
		if other == via {
			other = ""
		}
		for _, line := range l.Lines {
			all = append(all, Site{Path: l.Path, Line: line, Symbol: l.Holder, Via: other})
		}
	}
	slices.SortFunc(all, func(a, b Site) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.Via, b.Via))
	})
	all = slices.Compact(all)
	return all[:min(len(all), maxSites)]
}

// item is a neighbour as a list shows it.
func item(symbol Symbol, depth int, links []Link) Item {
	best := strongest(links)
	return Item{
		Symbol: symbol, Depth: depth, Evidence: best.Evidence, Confidence: best.confidence(), Via: best.Type,
		How: best.How, Candidates: best.Candidates, Sites: sites(links, best.Type),
	}
}

// ExternalSymbol is the shape of a symbol outside of every loaded project.
func ExternalSymbol(id, ecosystem, qualifiedName string) Symbol {
	return Symbol{
		ID: id, Name: lastSegment(qualifiedName), QualifiedName: qualifiedName, Kind: "external", Language: ecosystem, External: true,
	}
}
