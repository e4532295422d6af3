package httpapi

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"assay/queries"
)

// indexed is a document that says which version of a project it was made from.
type indexed interface {
	MadeFrom() queries.Index
}

// tagOf is the entity tag of a document; "" for one that is of no single version.
func tagOf(document any) string {
	made, ok := document.(indexed)
	if !ok {
		return ""
	}
	return tag(made.MadeFrom())
}

// tag changes with the published version, with the load (a project that was removed and loaded again begins anew) and
// with the commit that stands in the repository now, which replies compare themselves with. It is weak because ages and
// times differ from one moment to the next.
func tag(index queries.Index) string {
	if index.Version == 0 {
		return ""
	}
	state := fnv.New64a()
	fmt.Fprintln(state, index.LoadedAt.UnixMilli(), index.CurrentCommit)
	return fmt.Sprintf(`W/"%d-%x"`, index.Version, state.Sum64())
}

// notModified answers a question that was answered before from the state of the project alone.
func (a *api) notModified(ctx huma.Context, next func(huma.Context)) {
	given, project := ctx.Header("If-None-Match"), ctx.Param("project")
	if given == "" || project == "" || ctx.Operation().Method != http.MethodGet {
		next(ctx)
		return
	}
	index, err := a.Questions.Index(ctx.Context(), project)
	if now := tag(index); err == nil && matches(given, now) {
		ctx.SetHeader("ETag", now)
		ctx.SetHeader("Cache-Control", "private, no-cache")
		ctx.SetStatus(http.StatusNotModified)
		return
	}
	next(ctx)
}

// matches compares an If-None-Match header with a tag, weakly as RFC 9110 says. The asterisk, which asks for any state,
// is left to the question: it says whether there is one.
func matches(given, tag string) bool {
	for one := range strings.SplitSeq(given, ",") {
		if one = strings.TrimSpace(one); tag != "" && strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}
