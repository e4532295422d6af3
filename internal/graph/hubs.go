package graph

import "slices"

// UseEdges are the edges whose sources use their target: what counts for a call hub, beside the imports of a module's file.
var UseEdges = []EdgeType{EdgeCalls, EdgeReferences, EdgeRequires, EdgeUsesFixture, EdgeInherits}

// Bounds of hubs.
const (
	// MaxHubs is how many hubs of a kind are kept of a project, the greatest.
	MaxHubs = 200
	// leastUses is below what nothing is a call hub: a list of so many fits into any reply.
	leastUses = 50
	// leastTests is below what nothing is a test hub.
	leastTests = 10
)

// CallHubBorder is the number of uses from which a symbol is a call hub: at least 50, and the lesser of one for every
// hundred functions of the project and ten times the 99th percentile of the uses. uses are the numbers of the symbols that
// are used at all; they are sorted by the call. The percentile finds what stands out of the distribution of a large
// project, the share what does in a small one, where a single hub is its own percentile.
func CallHubBorder(uses []int, functions int) int {
	if len(uses) == 0 {
		return leastUses
	}
	slices.Sort(uses)
	outlier := 10 * uses[(len(uses)*99+99)/100-1]
	return max(leastUses, min(functions/100, outlier))
}

// TestHubBorder is the number of tests from which a function is a test hub: half of those that executed anything, rounded
// up, and at least 10. What most tests execute tells none of them apart.
func TestHubBorder(tests int) int { return max(leastTests, (tests+1)/2) }
