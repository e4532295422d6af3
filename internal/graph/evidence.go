package graph

import (
	"slices"

	"assay/internal/fault"
)

// ParseEvidence reads a kind of evidence by its name.
func ParseEvidence(name string) (Evidence, error) {
	if slices.Contains(AllEvidence, Evidence(name)) {
		return Evidence(name), nil
	}
	return "", fault.New(fault.Invalid, "%.80q is no kind of evidence", name).Fix("the kinds are %v", AllEvidence)
}
