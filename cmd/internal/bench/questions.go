package bench

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Request is one question as it goes over HTTP.
type Request struct {
	Method, Path, Body string // Path begins with /v1
}

// question is one kind of question.
type question struct {
	name   string
	offer  string                // address template in the service's document; "" for one that is always there
	budget time.Duration         // of the p50 with one client; 0 for none
	cpu    time.Duration         // budget of processor time of both sides with one client; 0 for none
	about  func(asked) []Request // about one function
	// once is true for questions that are measured when they are asked for the first time: each is sent once.
	once bool
}

// asked is what a question is asked about.
type asked struct {
	project string
	symbol  string
	words   int // different ones make the same question a new one
}

func (a asked) get(rest string) []Request {
	return []Request{{Method: http.MethodGet, Path: "/v1/projects/" + a.project + "/" + rest}}
}

func (a asked) escaped() string { return url.QueryEscape(a.symbol) }

// Bounds of the measured questions.
const (
	impactDepth  = 4
	nearestDepth = 8
	nearestCount = 200
	bundleTokens = 4000
	shortAnswer  = 4 * time.Millisecond
	impactTime   = 6 * time.Millisecond
	nearestTime  = 12 * time.Millisecond
	bundleTime   = 6 * time.Millisecond
	searchTime   = 25 * time.Millisecond
	coldAnswer   = 60 * time.Millisecond
	coldCPU      = 30 * time.Millisecond
	warmAnswer   = time.Millisecond
)

const aboutProject = "/v1/projects/{project}/"

// questions lists what is measured, budgets as the design of assay set them.
func questions() []question {
	bySymbol := func(path string) func(asked) []Request {
		return func(a asked) []Request { return a.get(path + "symbol=" + a.escaped()) }
	}
	return []question{
		{name: "symbol", offer: aboutProject + "symbol", budget: shortAnswer, about: bySymbol("symbol?")},
		{name: "callers", offer: aboutProject + "callers", budget: shortAnswer, about: bySymbol("callers?")},
		{name: "covering tests", offer: aboutProject + "tests", budget: shortAnswer, about: bySymbol("tests?")},
		{name: "source", offer: aboutProject + "source", about: bySymbol("source?")},
		{name: "impact, depth 4", offer: aboutProject + "impact", budget: impactTime, about: bySymbol(fmt.Sprintf("impact?depth=%d&", impactDepth))},
		{name: "nearest 200, depth 8", offer: aboutProject + "impact", budget: nearestTime,
			about: bySymbol(fmt.Sprintf("impact?depth=%d&limit=%d&", nearestDepth, nearestCount))},
		{name: "search", offer: aboutProject + "search", budget: searchTime, about: func(a asked) []Request {
			return a.get("search?q=" + url.QueryEscape(wordsOf(a.symbol)))
		}},
		{name: "bundle", offer: aboutProject + "bundle", budget: bundleTime, about: bySymbol(fmt.Sprintf("bundle?budget=%d&", bundleTokens))},
		{name: "context", offer: aboutProject + "context", about: bySymbol("context?")},
		{name: "hubs", offer: aboutProject + "hubs", about: func(a asked) []Request { return a.get("hubs") }},
		{name: "answer, cold", budget: coldAnswer, cpu: coldCPU, once: true, about: answer("What does %s do and which tests prove it")},
		{name: "answer, warm", budget: warmAnswer, about: answer("Which tests prove %s")},
		{name: "cypher", offer: "/v1/cypher", about: adHoc},
	}
}

func answer(text string) func(asked) []Request {
	return func(a asked) []Request {
		// The marks at its end change nothing, and make the question a new one for each number of clients.
		question := fmt.Sprintf(text, a.symbol) + strings.Repeat("?", a.words)
		return []Request{{http.MethodPost, "/v1/projects/" + a.project + "/answer", document(map[string]any{"question": question})}}
	}
}

// adHoc is a statement as an analyst writes it.
func adHoc(a asked) []Request {
	return []Request{{http.MethodPost, "/v1/cypher", document(map[string]any{
		"statement":  "MATCH (p:Project {name: $project}) MATCH (s:Symbol {graph: p.graph, id: $id})<-[e:CALLS]-(c) RETURN c.id, e.evidence LIMIT 50",
		"parameters": map[string]any{"project": a.project, "id": a.symbol},
	})}}
}

func document(value any) string {
	text, _ := json.Marshal(value) // maps of strings
	return string(text)
}

// wordsOf gives the words of a symbol's own name, as one who looks for it would type them.
func wordsOf(symbol string) string {
	name := symbol[strings.LastIndexAny(symbol, ":.")+1:]
	var words []string
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r >= '0' && r <= '9' || r == '~' }) {
		words = append(words, word)
	}
	if len(words) == 0 {
		return name
	}
	return strings.Join(words[:min(3, len(words))], " ")
}
