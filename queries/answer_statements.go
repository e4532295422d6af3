package queries

import (
	"fmt"
	"strings"

	"assay/internal/graph"
)

// named is how many pieces of a kind a statement names.
const named = 4

// state says in plain words what the evidence shows, each sentence with the citations that hold it.
func (a *answering) state() {
	a.say(a.whatItIs(), kindDefinition)
	said := map[string]bool{}
	for _, kind := range a.order() {
		if !said[kind] {
			said[kind] = true
			a.stateKind(kind)
		}
	}
}

func (a *answering) stateKind(kind string) {
	k := a.known
	switch kind {
	case kindCaller:
		if k.impact == nil {
			a.say(a.summary(kind, k.callers.Total, k.callers.Status, "symbol uses it", "symbols use it"), kind)
		}
	case kindImpact:
		a.say(a.summary(kind, k.impact.Total+k.impact.SelfCallersTotal+k.impact.TestsTotal, k.impact.Status, "symbol depends on it", "symbols depend on it"), kind)
	case kindCallee:
		a.say(a.summary(kind, k.callees.Total, k.callees.Status, "symbol is used by it", "symbols are used by it"), kind)
	case kindMember:
		if n := len(k.detail.Members); n > 0 {
			a.say(a.summary(kind, n, Complete, "definition stands in it", "definitions stand in it"), kind)
		}
	case kindTest:
		a.stateTests()
	}
}

// stateTests keeps tests that executed the focus apart from those that only lead to it in the text.
func (a *answering) stateTests() {
	observed, static, stale := 0, 0, 0
	for _, t := range a.known.tests.Items {
		switch {
		case t.Source != string(graph.Observed):
			static++
		case t.Stale:
			stale++
			observed++
		default:
			observed++
		}
	}
	ran := plural(observed, "test") + " executed it when the tests ran"
	if stale > 0 {
		ran += fmt.Sprintf(" (%d of them before it was changed)", stale)
	}
	switch {
	case observed > 0 && static > 0:
		a.say(fmt.Sprintf("%s; %d more can reach it by the text alone.", ran, static), kindTest)
	case observed > 0:
		a.say(ran+".", kindTest)
	case static > 0:
		a.say(plural(static, "test")+" can reach it by the text alone; no run that executed it is known.", kindTest)
	case a.known.tests.Status == Complete:
		a.say("No test is known to execute it, and nothing that was read could be one.", kindTest)
	default:
		a.say("No test is known to execute it; the list is not complete.", kindTest)
	}
}

// say adds a statement that cites the first pieces of a kind, or the definition where there are none.
func (a *answering) say(text, kind string) {
	cited := []string{}
	for _, e := range a.reply.Evidence {
		if e.Kind == kind && len(cited) < named {
			cited = append(cited, e.Citation)
		}
	}
	if len(cited) == 0 && len(a.reply.Evidence) > 0 {
		cited = append(cited, a.reply.Evidence[0].Citation)
	}
	if len(cited) == 0 {
		return // a statement without a citation is none
	}
	a.reply.Statements = append(a.reply.Statements, Statement{Text: text, Citations: cited})
}

func (a *answering) whatItIs() string {
	d := a.known.detail
	text := fmt.Sprintf("%s is a %s in %s, lines %d to %d", d.QualifiedName, d.Kind, d.Path, d.StartLine, d.EndLine)
	if isModule(d.Symbol) {
		text = fmt.Sprintf("%s is a module of %s", d.Path, plural(d.EndLine, "line"))
	}
	doc, _, _ := strings.Cut(strings.TrimSpace(d.Doc), "\n")
	if doc = strings.TrimSpace(doc); doc != "" {
		return fmt.Sprintf("%s; its documentation begins: %q.", text, shorten(doc))
	}
	return text + "."
}

// summary counts a list and names its first pieces.
func (a *answering) summary(kind string, total int, status Status, one, many string) string {
	if total == 0 && status == Complete {
		return "No " + one + ", and nothing that was read could be one."
	}
	if total == 0 {
		return "No " + one + " as far as is known; the list is not complete."
	}
	words := many
	if total == 1 {
		words = one
	}
	names := []string{}
	for _, e := range a.reply.Evidence {
		if e.Kind == kind && len(names) < named {
			names = append(names, fmt.Sprintf("%s (%s:%d)", e.Symbol, e.Path, e.StartLine))
		}
	}
	text := fmt.Sprintf("%d %s", total, words)
	switch {
	case len(names) == 0:
		return text + "."
	case len(names) < total:
		return text + ", among them " + strings.Join(names, ", ") + "."
	default:
		return text + ": " + strings.Join(names, ", ") + "."
	}
}
