package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/deploy/neo4j"
	"assay/httpapi"
	"assay/internal/fault"
	"assay/internal/graph"
)

// completionTime bounds a look into the database: somebody waits at the keyboard.
const completionTime = 2 * time.Second

// onlyFirst completes the first argument and none behind it.
func onlyFirst(complete cobra.CompletionFunc) cobra.CompletionFunc {
	if complete == nil {
		return nil
	}
	return func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, typed)
	}
}

func completeFolder(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeEvidence completes the last of several kinds of evidence.
func completeEvidence(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	var found []cobra.Completion
	for _, evidence := range graph.AllEvidence {
		if !slices.Contains(strings.Split(before, ","), string(evidence)) {
			found = append(found, before+string(evidence))
		}
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

// completeProject offers the loaded projects.
func (a *app) completeProject(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return a.glance(cmd, func(ctx context.Context, questions httpapi.Questions) ([]cobra.Completion, error) {
		loaded, err := questions.Projects(ctx)
		if err != nil {
			return nil, err
		}
		var found []cobra.Completion
		for _, project := range loaded.Items {
			if strings.HasPrefix(project.Name, typed) {
				found = append(found, cobra.CompletionWithDesc(project.Name, project.Root))
			}
		}
		return found, nil
	})
}

// completeSymbol offers definitions whose name begins with what was typed; a path is left to the shell.
func (a *app) completeSymbol(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if strings.Contains(typed, "/") && !strings.Contains(typed, "::") {
		return nil, cobra.ShellCompDirectiveNoSpace // path:line and path::name go on behind the path
	}
	if typed == "" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return a.glance(cmd, func(ctx context.Context, questions httpapi.Questions) ([]cobra.Completion, error) {
		project, err := chooseProject(ctx, questions, a.config.Project)
		if err != nil {
			return nil, err
		}
		candidates, err := alike(ctx, questions, project, typed)
		if err != nil {
			return nil, err
		}
		return spellings(candidates, typed), nil
	})
}

// alike are the definition of a spelling, or those that the reply to a spelling without one suggests.
func alike(ctx context.Context, questions httpapi.Questions, project, typed string) ([]fault.Candidate, error) {
	found, err := questions.Symbol(ctx, project, typed)
	var known *fault.Error
	switch {
	case err == nil:
		s := found.Symbol
		return []fault.Candidate{{ID: s.ID, Path: s.Path, QualifiedName: s.QualifiedName, StartLine: s.StartLine}}, nil
	case errors.As(err, &known):
		return known.Candidates, nil
	default:
		return nil, err
	}
}

// spellings are the shortest forms of the candidates that go on from what was typed.
func spellings(candidates []fault.Candidate, typed string) []cobra.Completion {
	var found []cobra.Completion
	for _, c := range candidates {
		name := c.QualifiedName[strings.LastIndexByte(c.QualifiedName, '.')+1:]
		for _, spelling := range []string{c.QualifiedName, name, c.ID} {
			if strings.HasPrefix(spelling, typed) && clean(spelling) == spelling {
				found = append(found, cobra.CompletionWithDesc(spelling, clean(c.Path)))
				break
			}
		}
	}
	return found
}

// glance asks a database that runs already: completion starts no server, waits for none and tells no errors.
func (a *app) glance(
	cmd *cobra.Command, look func(context.Context, httpapi.Questions) ([]cobra.Completion, error),
) ([]cobra.Completion, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp
	ctx, cancel := context.WithTimeout(cmd.Context(), completionTime)
	defer cancel()
	if err := a.configure(givenFlags(cmd)); err != nil {
		return nil, directive
	}
	if a.config.Neo4j.URI == "" {
		if standing, err := neo4j.Look(ctx, a.managed(neo4j.Long)); err != nil || !standing.Answers {
			return nil, directive
		}
	}
	session, err := a.connect(ctx)
	if err != nil {
		return nil, directive
	}
	defer session.close(ctx)
	found, err := look(ctx, session.questions)
	if err != nil {
		return nil, directive
	}
	return found, directive
}
