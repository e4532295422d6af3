package coverage

import (
	"strings"

	"assay/internal/graph"
)

// Names that pytest-cov puts behind a node id, by phase.
var phaseNames = map[string]graph.Phase{
	"setup":    graph.PhaseSetup,
	"run":      graph.PhaseCall,
	"teardown": graph.PhaseTeardown,
}

// place is a context split into what ran and when: "tests/test_a.py::test_x[p]" in the phase call.
type place struct {
	runner     string // the runner's name without parameters
	parameters string // "[p]", "" when there are none
	phase      graph.Phase
	dotted     bool // a qualified name as coverage.py's own dynamic_context writes it
}

// parse splits a context. pytest-cov writes "NODEID|PHASE"; coverage.py's dynamic_context = test_function writes
// "pkg.mod.Class.test", which is always the call phase.
func parse(context string) place {
	phase := graph.PhaseCall
	if at := strings.LastIndexByte(context, '|'); at >= 0 {
		if named, ok := phaseNames[context[at+1:]]; ok {
			context, phase = context[:at], named
		}
	}
	if !strings.Contains(context, "::") {
		return place{runner: context, phase: phase, dotted: true}
	}
	runner, parameters := cutParameters(context)
	return place{runner: runner, parameters: parameters, phase: phase}
}

// cutParameters cuts "[...]" off a node id. Parameters may hold "::", "/" and brackets, so they start at the first
// bracket behind the path; names of classes and functions of Python hold none. Items of other files keep their names.
func cutParameters(node string) (runner, parameters string) {
	path, rest, found := strings.Cut(node, "::")
	if !found || !strings.HasSuffix(path, ".py") || !strings.HasSuffix(rest, "]") {
		return node, ""
	}
	at := strings.IndexByte(rest, '[')
	if at < 0 {
		return node, ""
	}
	return path + "::" + rest[:at], rest[at:]
}

// withoutStatic cuts the static context that coverage.py puts before a dynamic one ("unit|tests/test_a.py::...").
func withoutStatic(context string) (string, bool) {
	_, rest, found := strings.Cut(context, "|")
	if _, phase := phaseNames[rest]; !found || phase {
		return context, false
	}
	return rest, true
}
