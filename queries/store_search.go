package queries

import (
	"context"
	"fmt"
	"strings"

	"assay/cypher"
	"assay/internal/terms"
)

// Search gives what the full-text index holds of the words.
func (r *StoreReader) Search(ctx context.Context, project string, q SearchQuery) (Found, error) {
	f := Found{Hits: []Hit{}}
	snapshot, err := r.consistent(ctx, cypher.ReadSearch, project, cypher.Params{"query": lucene(q), "limit": q.Limit + 1}, func(row cypher.Row) {
		for _, hit := range row.Maps("hits") {
			f.Hits = append(f.Hits, Hit{
				Symbol: readSymbol(hit.Map("symbol")), Name: hit.StringOr("name", ""), Text: hit.StringOr("text", ""),
			})
		}
		f.Dated = row.Bool("dated")
	})
	f.Snapshot, f.More = snapshot, len(f.Hits) > q.Limit
	f.Hits = f.Hits[:min(len(f.Hits), q.Limit)]
	return f, err
}

// nameBoost lifts definitions that bear a word in their name above those that mention it, in the choice of the index; the
// order of a reply is made of the hits themselves.
const nameBoost = 4

// lucene writes a query in the syntax of Lucene. Words are letters, digits and marks in lower case, so that nothing in
// them is syntax: AND, OR, NOT and TO are operators in capitals only.
func lucene(q SearchQuery) string {
	var b strings.Builder
	if !q.Tests {
		b.WriteString("-role:test -role:fixture ")
	}
	b.WriteString("+(")
	for _, word := range q.Words {
		for _, form := range terms.Forms(word.Text) {
			fmt.Fprintf(&b, "search_name:%s^%d search_text:%s ", form, nameBoost, form)
		}
		if word.begins() {
			fmt.Fprintf(&b, "search_name:%s* search_text:%s* ", word.Text, word.Text)
		}
		if n := word.edits(); n > 0 {
			fmt.Fprintf(&b, "search_name:%s~%d search_text:%s~%d ", word.Text, n, word.Text, n)
		}
	}
	b.WriteString(")")
	return b.String()
}
