package queries

import (
	"net/url"
	"strings"
)

// shownCalls bounds the recommended calls.
const shownCalls = 4

// recommend says what to ask next, as calls that work as they stand.
func (a *answering) recommend() {
	switch {
	case a.focus.reason == AmbiguousFocus || a.focus.reason == NoFocus && len(a.focus.candidates) > 0:
		for _, c := range a.focus.candidates[:min(len(a.focus.candidates), shownCalls)] {
			a.call("if "+c.ID+" is meant", a.verb(), c.ID)
		}
	case a.focus.reason == NoFocus:
		a.reply.Fallback.Recommended = append(a.reply.Fallback.Recommended, Call{
			Why: "to see what is loaded", CLI: "assay statistics --project " + quote(a.project), HTTP: "GET " + a.path("statistics"),
		})
	default:
		a.recommendMore()
	}
}

// verb is the question that an intent would be asked by itself.
func (a *answering) verb() string {
	if len(a.intents) == 0 {
		return "symbol"
	}
	return string(a.intents[0])
}

func (a *answering) recommendMore() {
	id := a.focus.symbol.ID
	if a.reply.Contract.Reason == InsufficientEvidence {
		a.call("to read the text itself", "source", id)
	}
	if a.known.tests.Status == Unknown {
		a.reply.Fallback.Recommended = append(a.reply.Fallback.Recommended, Call{
			Why: "to know which tests execute it", CLI: "assay import coverage FILE --project " + quote(a.project), HTTP: "",
		})
	}
	for _, next := range []struct{ verb, why string }{
		{"impact", "to see everything that depends on it"},
		{"callers", "to see every use with its place, and the unresolved ones"},
		{"tests", "to see every test of it"},
		{"source", "to read its text as it was loaded"},
	} {
		if len(a.reply.Fallback.Recommended) < shownCalls {
			a.call(next.why, next.verb, id)
		}
	}
}

func (a *answering) call(why, verb, id string) {
	call := Call{
		Why: why, CLI: "assay " + verb + " " + quote(id) + " --project " + quote(a.project),
		HTTP: "GET " + a.path(verb) + "?symbol=" + url.QueryEscape(id),
	}
	for _, known := range a.reply.Fallback.Recommended {
		if known.CLI == call.CLI {
			return
		}
	}
	a.reply.Fallback.Recommended = append(a.reply.Fallback.Recommended, call)
}

func (a *answering) path(question string) string {
	return "/v1/projects/" + url.PathEscape(a.project) + "/" + question
}

// quote makes a word safe in a shell.
func quote(word string) string {
	safe := strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+=,") == ""
	if word != "" && safe {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
