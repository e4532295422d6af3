package queries

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"assay/internal/fault"
)

// SearchOptions choose the part of a search that is wanted.
type SearchOptions struct {
	Limit  int    // hits shown; 0 is DefaultLimit, more than MaxLimit is refused
	Cursor string // of the reply before
	// Tests brings tests and fixtures as well, behind the production code that is found as well.
	Tests bool
}

// SearchReply is the reply to a search: a ranked list that asserts nothing.
type SearchReply struct {
	Envelope[SearchHit]
	Query string   `json:"query"`
	Words []string `json:"words"` // that were sought
	// Tests says what was done with tests and fixtures: "left_out", "included", or "only" when production code holds no hit.
	Tests string `json:"tests"`
}

// What a search did with tests.
const (
	testsLeftOut  = "left_out"
	testsIncluded = "included"
	testsOnly     = "only"
)

// SearchHit is one definition, or a file that assay does not read, with the reasons why it was found.
type SearchHit struct {
	Symbol Symbol `json:"symbol"`
	// Tier is what was met: "exact" (the name itself), "all_words" or "some_words".
	Tier string `json:"tier"`
	// Score orders the hits of one tier, between 0 and 1.
	Score           float64       `json:"score"`
	Confidence      float64       `json:"confidence"` // that this is what is meant
	ConfidenceLabel string        `json:"confidence_label"`
	Match           []SearchMatch `json:"match"`
}

// SearchMatch says where a word was met: in the name, in the name of what the definition stands in ("owner"), or in path,
// signature, documentation and annotations ("text"); and how: as a word in one of its forms, as a beginning, or in a like
// spelling. The match of an exact tier is the whole name.
type SearchMatch struct {
	Word  string `json:"word"`
	Field string `json:"field"`
	How   string `json:"how"`
}

// Search ranks what bears a name or words: first what is named so exactly, then what has all of the words, then what has
// some. A word that nothing bears is sought as the beginning of one and with typing errors. Tests and fixtures are left
// out unless they are asked for, named exactly, or the only hits.
func (s *Service) Search(ctx context.Context, project, text string, options SearchOptions) (*SearchReply, error) {
	if err := checkSearch(text); err != nil {
		return nil, err
	}
	p, err := at(ListOptions{Limit: options.Limit, Cursor: options.Cursor}, "search", project, text, fmt.Sprint(options.Tests))
	if err != nil {
		return nil, err
	}
	return atOneVersion(ctx, project, func() (*SearchReply, error) {
		f := &finding{service: s, project: project, text: strings.TrimSpace(text), tests: options.Tests}
		if err := f.find(ctx); err != nil {
			return nil, err
		}
		if err := p.check(f.found.Version); err != nil {
			return nil, err
		}
		return f.reply(ctx, p), nil
	})
}

// finding is a search while it is made.
type finding struct {
	service *Service
	project string
	text    string
	tests   bool

	words []SearchWord
	more  int // words that were too many
	exact Matches
	found Found
	met   [][]SearchMatch // of each hit, one for every word; without a field where the hit does not bear it
	only  bool            // tests are the only hits
}

func (f *finding) find(ctx context.Context) error {
	words, more := searchWords(f.text)
	f.more = more
	for _, word := range words {
		f.words = append(f.words, SearchWord{Text: word})
	}
	if err := f.named(ctx); err != nil {
		return err
	}
	if err := f.seek(ctx, f.tests); err != nil {
		return err
	}
	if len(f.found.Hits) > 0 || f.tests || f.exact.Total > 0 {
		return nil
	}
	if err := f.seek(ctx, true); err != nil {
		return err
	}
	f.only = len(f.found.Hits) > 0
	return nil
}

// named finds what the text names exactly, where it can be a name.
func (f *finding) named(ctx context.Context) error {
	if strings.ContainsFunc(f.text, unicode.IsSpace) {
		return nil
	}
	var err error
	if f.exact, err = f.service.match(ctx, f.project, f.text, searchPool); fault.KindOf(err) == fault.Invalid && err != nil {
		return nil // no spelling of a name, or of one elsewhere: its words may be found still
	}
	return err
}

// seek asks for the words, and once more for those that nothing bears, as beginnings and with typing errors.
func (f *finding) seek(ctx context.Context, tests bool) error {
	for i := range f.words {
		f.words[i].Like = false
	}
	if len(f.words) == 0 {
		base, err := f.service.reader.Suggest(ctx, f.project, Like{})
		f.found, f.met = Found{Snapshot: base.Snapshot}, nil
		return f.service.unknownProject(ctx, f.project, err)
	}
	for range 2 {
		var err error
		f.found, err = f.service.reader.Search(ctx, f.project, SearchQuery{Words: f.words, Tests: tests, Limit: searchPool})
		if err != nil {
			return f.service.unknownProject(ctx, f.project, err)
		}
		if f.exact.Version > 0 {
			if err := same(f.exact.Version, f.found.Version); err != nil {
				return err
			}
		}
		f.meet()
		if !f.loosen() {
			return nil
		}
	}
	return nil
}

// loosen lets the words that no hit bears be met in other ways; false when there are none.
func (f *finding) loosen() bool {
	loosened := false
	for i, word := range f.words {
		if !word.Like && f.bearers(i) == 0 {
			f.words[i].Like, loosened = true, true
		}
	}
	return loosened
}

func (f *finding) reply(ctx context.Context, p position) *SearchReply {
	hits := f.rank()
	reply := &SearchReply{Query: f.text, Words: []string{}, Tests: testsLeftOut}
	for _, word := range f.words {
		reply.Words = append(reply.Words, word.Text)
	}
	index := f.service.index(ctx, f.found.Snapshot)
	page := slicePage(p, hits)
	reply.Envelope = Envelope[SearchHit]{
		Items: page, Total: len(hits), Shown: len(page), Truncated: len(page) < len(hits) || f.found.More,
		Cursor: p.next(index.Version, len(page), len(hits)), Unresolved: Unresolved{Sites: []UnresolvedSite{}}, Index: index,
	}
	switch {
	case f.only:
		reply.Tests = testsOnly
	case f.tests:
		reply.Tests = testsIncluded
	}
	f.completeness(&reply.Envelope)
	settle(&reply.Envelope)
	return reply
}

// completeness says what the list may lack.
func (f *finding) completeness(reply *Envelope[SearchHit]) {
	say := func(format string, args ...any) { reply.Reasons = append(reply.Reasons, fmt.Sprintf(format, args...)) }
	if len(f.words) == 0 {
		reply.Status = Unknown
		say("%q holds no letter and no digit, so there is no word to search for.", shorten(f.text))
	}
	if f.found.Dated {
		reply.Status = Unknown
		say("The project was loaded before there was a search: load it again (assay ingest PATH).")
	}
	if f.found.More {
		say("More than %d definitions bear some of the words; the likeliest %d were ranked.", searchPool, searchPool)
	}
	if f.more > 0 {
		say("The first %d words were sought; %s left out.", maxSearchWords, plural(f.more, "word"))
	}
	if reply.Total == 0 && f.found.Status != "ready" {
		say("The load was %s: a definition of this name may stand in a file that was skipped.", f.found.Status)
	}
}
