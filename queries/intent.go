package queries

import "regexp"

// intent is what a question wants to know of its focus. It orders the evidence and decides which list must not be empty
// for an answer to stand; it never chooses the focus.
type intent string

const (
	wantsCallers intent = "callers"
	wantsCallees intent = "callees"
	wantsImpact  intent = "impact"
	wantsTests   intent = "tests"
)

var intents = []struct {
	intent  intent
	pattern *regexp.Regexp
}{
	{wantsImpact, regexp.MustCompile(`(?i)\b(break|breaks|broken|impact|affect|affects|affected|blast|safe to|chang(e|es|ing)|renam(e|ing)|remov(e|ing)|delet(e|ing)|refactor)`)},
	{wantsTests, regexp.MustCompile(`(?i)\b(tests?|tested|cover|covers|covered|covering|coverage|prove|proves)\b`)},
	{wantsCallees, regexp.MustCompile(`(?i)\b(callees|depends? on|dependenc|(what|which)( \w+)? does \S+ (call|use)|calls? out)`)},
	{wantsCallers, regexp.MustCompile(`(?i)\b(who|callers?|called|call sites?|usages?|used|what (calls|uses)|(which|what) (functions?|methods?|classes|code|symbols?|modules?|files?) (calls?|uses?)|where is)\b`)},
}

// intentsOf gives what a question wants, in the order of the table; nothing for a general question.
func intentsOf(question string) []intent {
	all := []intent{}
	for _, i := range intents {
		if i.pattern.MatchString(question) {
			all = append(all, i.intent)
		}
	}
	return all
}
