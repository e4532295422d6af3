package httpapi

import (
	"context"

	"assay/queries"
)

type hubsInput struct {
	ProjectInput
	Kind   string `query:"kind" enum:"call,test" doc:"call: used by very many; test: executed by most tests. Both when absent."`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" doc:"Items shown; 50 when absent."`
	Cursor string `query:"cursor" pattern:"^[A-Za-z0-9_-]*$" patternDescription:"a cursor of a reply" doc:"Where to go on: the cursor of the reply before."`
}

func addHubs(a *api) {
	add(a, operation{
		id: "hubs", path: "/v1/projects/{project}/hubs", tag: tagProjects, summary: "What very many symbols use, and what most tests execute",
		about: "The borders from which a symbol counts as a hub come from the distribution in the project and stand in the reply. Bundles leave hubs out and name them.",
	}, func(ctx context.Context, in *hubsInput) (*queries.HubsReply, error) {
		return a.Questions.Hubs(ctx, in.Project, queries.HubOptions{Kind: queries.HubKind(in.Kind), Limit: in.Limit, Cursor: in.Cursor})
	})
}

type filesInput struct {
	ProjectInput
	Prefix   string `query:"prefix" maxLength:"1024" pattern:"^[^\\x00-\\x1f\\x7f-\\x9f]*$" patternDescription:"text without control characters" doc:"Beginning of the path."`
	Role     string `query:"role" enum:"source,test,fixture,config,doc,generated,vendored,other" doc:"Only files of this role."`
	Language string `query:"language" maxLength:"64" pattern:"^[^\\x00-\\x1f\\x7f-\\x9f]*$" patternDescription:"text without control characters" doc:"Only files of this language." example:"python"`
	Status   string `query:"status" enum:"parsed,partial,skipped,listed" doc:"Only files that were read whole, in part, not at all, or that are no source."`
	Limit    int    `query:"limit" minimum:"1" maximum:"1000" doc:"Items shown; 50 when absent."`
	Cursor   string `query:"cursor" pattern:"^[A-Za-z0-9_-]*$" patternDescription:"a cursor of a reply" doc:"Where to go on: the cursor of the reply before."`
}

func addFiles(a *api) {
	add(a, operation{
		id: "files", path: "/v1/projects/{project}/files", tag: tagProjects, summary: "The files, and what became of each",
		about: "Nothing that was skipped is left out: status and reason say what was not read.",
	}, func(ctx context.Context, in *filesInput) (*queries.Envelope[queries.File], error) {
		return a.Questions.Files(ctx, in.Project, queries.FileOptions{
			Prefix: in.Prefix, Role: in.Role, Language: in.Language, Status: in.Status, Limit: in.Limit, Cursor: in.Cursor,
		})
	})
}

type packagesInput struct {
	ProjectInput
	Prefix string `query:"prefix" maxLength:"1024" pattern:"^[^\\x00-\\x1f\\x7f-\\x9f]*$" patternDescription:"text without control characters" doc:"Beginning of the name."`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" doc:"Items shown; 50 when absent."`
	Cursor string `query:"cursor" pattern:"^[A-Za-z0-9_-]*$" patternDescription:"a cursor of a reply" doc:"Where to go on: the cursor of the reply before."`
}

func addPackages(a *api) {
	add(a, operation{
		id: "packages", path: "/v1/projects/{project}/packages", tag: tagProjects, summary: "The packages with their numbers of files",
	}, func(ctx context.Context, in *packagesInput) (*queries.Envelope[queries.Package], error) {
		return a.Questions.Packages(ctx, in.Project, queries.PackageOptions{Prefix: in.Prefix, Limit: in.Limit, Cursor: in.Cursor})
	})
}
