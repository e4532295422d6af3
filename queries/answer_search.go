package queries

import (
	"context"
	"fmt"
	"slices"
)

// kindCandidate is the kind of evidence of a definition that a search found.
const kindCandidate = "candidate"

// shownHits bounds the hits that an abstained answer shows.
const shownHits = 10

// fallBack searches where a question names nothing that is there: the hits are candidates with the evidence why each
// was found. Nothing is said of them, and the answer stays an abstention. A question of several meanings has its
// candidates already, and so has a name that something is spelled like.
func (a *answering) fallBack(ctx context.Context, question string) error {
	if a.focus.reason != NoFocus || len(a.focus.candidates) > 0 {
		return nil
	}
	text := question
	if a.focus.missing != "" {
		text = a.focus.missing
	}
	hits, err := a.searched(ctx, text)
	if err != nil {
		return err
	}
	a.clock.lap("search")
	if len(hits) == 0 {
		return nil
	}
	evidence := []AnswerEvidence{}
	for _, h := range hits[:min(len(hits), shownHits, a.options.MaxEvidence)] {
		a.focus.candidates = append(a.focus.candidates, h.Symbol)
		evidence = append(evidence, AnswerEvidence{
			Kind: kindCandidate, Symbol: h.Symbol.QualifiedName, Path: h.Symbol.Path, StartLine: h.Symbol.StartLine, EndLine: h.Symbol.EndLine,
			Score: h.Confidence, How: because(h),
		})
	}
	a.reply.Provenance.Settings["retrieval"] = "full text"
	a.reply.Provenance.Counts[kindCandidate] = len(hits)
	a.reply.Contract.Detail += " The candidates were found by words, the likeliest first; nothing is said about them."
	return a.cite(ctx, evidence)
}

// searched gives the hits of a search at the version of the answer; a text that cannot be searched for has none.
func (a *answering) searched(ctx context.Context, text string) ([]SearchHit, error) {
	if len(text) > maxSearchText || checkSearch(text) != nil {
		return nil, nil
	}
	f := &finding{service: a.service, project: a.project, text: text}
	if err := f.find(ctx); err != nil {
		return nil, fmt.Errorf("search for candidates: %w", err)
	}
	if err := same(a.focus.Version, f.found.Version); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(f.rank(), func(h SearchHit) bool { return h.Symbol.Kind == kindFile }), nil // no question is about one
}

// because says which words led to a hit, and where they stand.
func because(h SearchHit) string {
	text := ""
	for i, m := range h.Match {
		if i > 0 {
			text += ", "
		}
		text += m.Word + " in " + map[string]string{fieldName: "the name", fieldOwner: "what it is defined in", fieldText: "path, signature or documentation"}[m.Field]
		if m.How == howBeginning || m.How == howSpelling {
			text += " (" + m.How + ")"
		}
	}
	return text
}
