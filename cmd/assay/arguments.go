package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/internal/config"
)

// argument is what a word of a usage line stands for.
type argument struct {
	means    string               // for the help; empty when the word says it
	complete cobra.CompletionFunc // nil for files
}

// addArguments gives each verb the completion and the explanation of its arguments. Verbs that call theirs like the
// others need nothing more.
func addArguments(a *app, root *cobra.Command) {
	_ = root.RegisterFlagCompletionFunc("project", a.completeProject)
	_ = root.RegisterFlagCompletionFunc("log-level", cobra.FixedCompletions(config.LogLevels(), cobra.ShellCompDirectiveNoFileComp))
	_ = root.MarkPersistentFlagDirname("home")
	explain(root, map[string]argument{
		"SYMBOL": {complete: a.completeSymbol, means: `SYMBOL is a name (total), Class.method (Order.total), path::name (shop/money.py::parse),
module.name (shop.money.parse) or path:line (shop/money.py:89). Where it means several definitions they
are listed (exit code 3); where it means none, those with names like it are (exit code 4).`},
		"PROJECT":     {complete: a.completeProject, means: "PROJECT is a name from assay projects."},
		"JOB":         {complete: cobra.NoFileCompletions, means: "JOB is an id from assay jobs."},
		"PATH":        {complete: completeFolder},
		"FILE":        {},
		"STATEMENT|-": {complete: cobra.NoFileCompletions},
		"WORDS":       {complete: cobra.NoFileCompletions},
		"QUESTION":    {complete: cobra.NoFileCompletions},
	})
}

// explain goes through the verbs below a command.
func explain(parent *cobra.Command, arguments map[string]argument) {
	for _, verb := range parent.Commands() {
		explain(verb, arguments)
		_, name, _ := strings.Cut(verb.Use, " ")
		known, ok := arguments[name]
		if known.means != "" {
			verb.Long = cmp.Or(verb.Long, verb.Short+".") + "\n\n" + known.means
		}
		if ok && verb.Args != nil {
			verb.Args = named(name, verb.Args)
		}
		if verb.ValidArgsFunction != nil || len(verb.ValidArgs) > 0 {
			continue
		}
		if !ok {
			known.complete = cobra.NoFileCompletions
		}
		verb.ValidArgsFunction = onlyFirst(known.complete)
	}
}

// named tells a wrong number of arguments in the words of the usage line.
func named(name string, check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) == nil {
			return nil
		}
		verb := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
		if len(args) == 0 {
			return fmt.Errorf("%s: no %s is given", verb, name)
		}
		return fmt.Errorf("%s wants one %s, and %d words are given; quote what has spaces", verb, name, len(args))
	}
}
