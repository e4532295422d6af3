//go:build cgo

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shellSession completes a command line as bash does when Tab is pressed: the words are split as bash splits them, and
// the function that the package bash-completion brings is replaced by its core. compopt works only below the keyboard.
const shellSession = `
_get_comp_words_by_ref() {
	words=("${COMP_WORDS[@]}") cword=$COMP_CWORD cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
}
compopt() { :; }
source <(assay completion bash) || exit 1
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
COMP_TYPE=9
__start_assay
printf '%s\n' "${COMPREPLY[@]}"
`

// press completes the last word of a command line in bash.
func (s *service) press(words ...string) []string {
	s.t.Helper()
	command := exec.CommandContext(s.t.Context(), "bash", append([]string{"--norc", "-c", shellSession, "bash", "assay"}, words...)...)
	command.Dir = s.t.TempDir()
	command.Env = append(os.Environ(), "PATH="+filepath.Dir(program(s.t))+":"+os.Getenv("PATH"))
	for name, value := range s.env {
		command.Env = append(command.Env, name+"="+value)
	}
	var errs strings.Builder
	command.Stderr = &errs
	output, err := command.Output()
	if err != nil || errs.Len() > 0 {
		s.t.Fatalf("%v: %v\n%s", words, err, errs.String())
	}
	return strings.Fields(string(output))
}

func TestCompletionInBash(t *testing.T) {
	s := newService(t)
	for _, c := range []struct {
		words []string
		want  []string // all of these
		never string   // and nothing with this
	}{
		{[]string{"call"}, []string{"callers", "callees"}, "impact"},
		{[]string{"parse"}, nil, "parse-worker"},
		{[]string{"callers", "tot", "--project", s.project, ""}, nil, "total"},
		{[]string{"--project", s.project[:len(s.project)-3]}, []string{s.project}, "-copy"},
		{[]string{"reset", s.project[:len(s.project)-3]}, []string{s.project}, ""},
		{[]string{"--project", s.project, "callers", "tot"}, []string{"total"}, "price"},
		{[]string{"--project", s.project, "symbol", "sam"}, []string{"same"}, "total"},
		{[]string{"--project", s.project, "symbol", "A.sa"}, []string{"A.same"}, "B.same"},
		{[]string{"callers", "total", "--evidence", "ex"}, []string{"exact"}, "observed"},
		{[]string{"callers", "total", "--evidence", "exact,"}, []string{"exact,observed", "exact,guess"}, "exact,exact"},
		{[]string{"projects", "--log-level", "w"}, []string{"warn"}, "error"},
		{[]string{"help", "ex"}, []string{"export", "exit-codes"}, "callers"},
		{[]string{"help", "jobs", "s"}, []string{"show"}, "list"},
		{[]string{"jobs", "--state", "f"}, []string{"failed"}, "queued"},
		{[]string{"completion", "z"}, []string{"zsh"}, "bash"},
		{[]string{"projects", ""}, nil, "a"},
	} {
		got := s.press(c.words...)
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%v gives %v without %s", c.words, got, want)
			}
		}
		if c.never != "" && slices.ContainsFunc(got, func(word string) bool { return strings.Contains(word, c.never) }) {
			t.Errorf("%v gives %v with %s", c.words, got, c.never)
		}
	}
}

// TestCompletionIsSilent wants nothing but a directive where no database answers, no settings can be read, or the name
// is hostile; and no managed server started.
func TestCompletionIsSilent(t *testing.T) {
	s := newService(t)
	working := s.env
	for name, env := range map[string]map[string]string{
		"no server":    {"NEO4J_URI": "bolt://127.0.0.1:1"},
		"no address":   {"NEO4J_URI": "nonsense"},
		"managed":      {"NEO4J_URI": ""},
		"hostile name": {},
	} {
		s.env = map[string]string{}
		for key, value := range working {
			s.env[key] = value
		}
		for key, value := range env {
			s.env[key] = value
		}
		s.env["ASSAY_HOME"] = t.TempDir()
		for _, words := range [][]string{{"--project", ""}, {"callers", `x') RETURN 1 //`}, {"callers", "\x1b[2J"}} {
			if got := s.press(words...); name != "hostile name" && len(got) > 0 {
				t.Errorf("%s: %v gives %v", name, words, got)
			}
		}
		if entries, err := os.ReadDir(s.env["ASSAY_HOME"]); err != nil || len(entries) > 0 {
			t.Errorf("%s: completion left %v in the data directory (%v)", name, entries, err)
		}
	}
}
