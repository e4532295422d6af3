package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/internal/fault"
	"assay/queries"
)

func newAnswer(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "answer QUESTION", Short: "Answer a question about the code with evidence, or abstain", Args: cobra.MinimumNArgs(1),
		Long: "Answer a question about the code. Each statement cites its evidence. A question that names nothing exactly, or several\n" +
			"things, is abstained from (exit code 9), with what to ask next.",
		Example: "  assay answer \"Which tests prove RefundService.refund?\"\n  assay answer \"What breaks when Order.total changes?\" --max-evidence 20",
	}
	most := cmd.Flags().Int("max-evidence", 0, "show at most `N` pieces of evidence")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *most < 0 {
			return fault.New(fault.Invalid, "--max-evidence is at least 0")
		}
		reply, err := ask(cmd.Context(), a, func(ctx context.Context, q httpapi.Questions, project string) (*queries.Answer, error) {
			return q.Answer(ctx, project, strings.Join(args, " "), queries.AnswerOptions{MaxEvidence: *most})
		}, showAnswer)
		if err == nil && reply.Contract.Status == queries.AnswerAbstained {
			return errAbstained
		}
		return err
	}
	return cmd
}

func showAnswer(p *printer, answer *queries.Answer) {
	contract := answer.Contract
	head := string(contract.Status)
	if contract.Reason != "" {
		head += ": " + string(contract.Reason)
	}
	p.line("%s  %s", p.strong(head), contract.Detail)
	showFocus(p, answer.Focus)
	for _, statement := range answer.Statements {
		p.line("  - %s %s", statement.Text, p.faint(strings.Join(statement.Citations, " ")))
	}
	showEvidence(p, answer.Evidence)
	showCandidates(p, answer.Candidates)
	for _, call := range answer.Fallback.Recommended {
		p.line("  next: %s  %s", call.CLI, p.faint(call.Why))
	}
	for _, reason := range contract.Reasons {
		p.line("  %s: %s", string(contract.Complete), reason)
	}
	if contract.Status != queries.AnswerAbstained {
		p.line("confidence %s (%s)", percent(answer.Confidence), answer.ConfidenceLabel)
	}
	showIndex(p, answer.Provenance.Index)
}

func showEvidence(p *printer, evidence []queries.AnswerEvidence) {
	rows := make([][]string, len(evidence))
	for i, e := range evidence {
		rows[i] = []string{e.Kind, e.Symbol, lines(e), e.Source, e.How}
	}
	p.table([]string{"KIND", "SYMBOL", "PLACE", "EVIDENCE", "HOW"}, rows)
}

func lines(e queries.AnswerEvidence) string {
	if e.StartLine == e.EndLine {
		return fmt.Sprintf("%s:%d", oneLine(e.Path), e.StartLine)
	}
	return fmt.Sprintf("%s:%d-%d", oneLine(e.Path), e.StartLine, e.EndLine)
}

func showCandidates(p *printer, candidates []queries.Symbol) {
	rows := make([][]string, len(candidates))
	for i, c := range candidates {
		rows[i] = []string{c.Kind, c.QualifiedName, place(c)}
	}
	p.table([]string{"KIND", "CANDIDATE", "PLACE"}, rows)
}
