package httpapi

import (
	"context"

	"assay/queries"
)

type searchInput struct {
	ProjectInput
	Query  string `query:"q" required:"true" minLength:"1" maxLength:"1024" pattern:"^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$" patternDescription:"some words without control characters" doc:"A name, a part of one, or words of its path, signature or documentation. Nothing in it is syntax." example:"refund order"`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" doc:"Hits shown; 50 when absent."`
	Cursor string `query:"cursor" pattern:"^[A-Za-z0-9_-]*$" patternDescription:"a cursor of a reply" doc:"Where to go on: the cursor of the reply before. One of an older version is stale (412)."`
	Tests  bool   `query:"tests" doc:"Tests and fixtures as well, behind the production code of their tier."`
}

func addSearch(a *api) {
	add(a, operation{
		id: "search", path: "/v1/projects/{project}/search", tag: tagAnswers, summary: "Definitions by words, ranked",
		about: "First what is named so exactly, then what has all words, then what has some. A word that nothing bears is sought as a beginning and with typing errors. A hit is a suggestion: nothing is asserted of it.",
	}, func(ctx context.Context, in *searchInput) (*queries.SearchReply, error) {
		return a.Questions.Search(ctx, in.Project, in.Query, queries.SearchOptions{Limit: in.Limit, Cursor: in.Cursor, Tests: in.Tests})
	})
}
