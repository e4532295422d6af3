//go:build cgo

package main

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// everyVerb visits the verbs that the help shows, but for those that cobra brings.
func everyVerb(t *testing.T, visit func(t *testing.T, verb *cobra.Command)) {
	t.Helper()
	seen := 0
	var walk func(*cobra.Command)
	walk = func(parent *cobra.Command) {
		for _, verb := range parent.Commands() {
			if verb.IsAvailableCommand() && verb.Name() != "help" && verb.Name() != "completion" {
				seen++
				t.Run(strings.ReplaceAll(verb.CommandPath(), " ", "_"), func(t *testing.T) { visit(t, verb) })
				walk(verb)
			}
		}
	}
	walk(newRoot(&app{}))
	if seen < 20 {
		t.Fatalf("%d verbs seen", seen)
	}
}

// TestHelpIsWhole wants every verb to say in a line what it does, beginning with what it does, and to show an example of
// itself; every flag says what it is for and what kind of value it takes.
func TestHelpIsWhole(t *testing.T) {
	everyVerb(t, func(t *testing.T, verb *cobra.Command) {
		if first := []rune(verb.Short + " ")[0]; !unicode.IsUpper(first) || strings.HasSuffix(verb.Short, ".") || len(verb.Short) > 90 {
			t.Errorf("Short is %q: want a line of at most 90 characters that begins with a capital and has no full stop", verb.Short)
		}
		if !strings.Contains(verb.Example, verb.CommandPath()) || !strings.HasPrefix(verb.Example, "  ") {
			t.Errorf("Example is %q: want a line of use, indented by two spaces", verb.Example)
		}
		verb.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			value, usage := pflag.UnquoteUsage(flag)
			if usage == "" || unicode.IsUpper([]rune(flag.Usage)[0]) || strings.HasSuffix(usage, ".") {
				t.Errorf("--%s: usage %q", flag.Name, flag.Usage)
			}
			if value != "" && value != strings.ToUpper(value) {
				t.Errorf("--%s: name its value in back quotes and capitals, as in `N` or `DIR`: it shows as %s", flag.Name, value)
			}
		})
		for line := range strings.Lines(verb.Long + "\n" + verb.Example) {
			if len(line) > 125 {
				t.Errorf("a line of %d characters: %s", len(line), line)
			}
		}
	})
}

// TestExamplesAreUnderstood parses the command lines of all examples: names of verbs and flags cannot be stale.
func TestExamplesAreUnderstood(t *testing.T) {
	everyVerb(t, func(t *testing.T, verb *cobra.Command) {
		for line := range strings.Lines(verb.Example) {
			words := exampleWords(line)
			root := newRoot(&app{})
			used, rest, err := root.Find(words)
			if err == nil {
				err = used.ParseFlags(rest)
			}
			if err == nil {
				err = used.ValidateArgs(used.Flags().Args())
			}
			if len(words) == 0 || err != nil || used == root {
				t.Errorf("%q is not understood: %v", line, err)
			}
		}
	})
}

// exampleWords are the words behind the last "assay" of a line, as a shell takes them, up to the next command.
func exampleWords(line string) (words []string) {
	line = line[strings.LastIndex(line, "assay ")+len("assay "):]
	for _, word := range regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`).FindAllString(line, -1) {
		if strings.ContainsAny(word[:1], "&|<>") {
			break
		}
		words = append(words, strings.Trim(word, `'"`))
	}
	return words
}
