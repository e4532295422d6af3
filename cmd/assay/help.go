package main

import (
	"strings"

	"github.com/spf13/cobra"

	"assay/internal/fault"
)

// suggestDistance is how many letters a verb may be away from what was typed to be suggested.
const suggestDistance = 2

// newHelp is assay help. Unlike the one that cobra brings it ends with an error where there is nothing of that name.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: "help [VERB]", Short: "Explain a verb or a topic", GroupID: groupServer,
		Example: "  assay help callers\n  assay help exit-codes",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownVerb(cmd.Root(), strings.Join(args, " "))
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
		ValidArgsFunction: completeVerb,
	}
}

// completeVerb offers what help can explain.
func completeVerb(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var found []cobra.Completion
	parent, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, verb := range parent.Commands() {
		shown := verb.IsAvailableCommand() || verb.IsAdditionalHelpTopicCommand()
		if shown && strings.HasPrefix(verb.Name(), typed) {
			found = append(found, cobra.CompletionWithDesc(verb.Name(), verb.Short))
		}
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

// unknownVerb is the fault of a word that is no verb, with those that are like it.
func unknownVerb(root *cobra.Command, word string) error {
	failed := fault.New(fault.Invalid, "unknown command %q", word)
	for _, name := range root.SuggestionsFor(word) {
		failed = failed.Fix("did you mean assay %s?", name)
	}
	return failed.Fix("assay --help lists the verbs and flags")
}

// onlyVerbs refuses words of the program itself that are no verb.
func onlyVerbs(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownVerb(root, args[0])
}
