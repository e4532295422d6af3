package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/rs/zerolog"
)

// stream is a reply that is written while it is made.
type stream struct {
	Body func(huma.Context)
}

func addExport(a *api) {
	op := operation{
		id: "export", path: "/v1/projects/{project}/export", tag: tagProjects, time: exportTime,
		summary: "A project as JSON lines, nodes then edges",
		about:   "Equal files give equal bytes. A connection that is cut, or ends without its last chunk, was no whole export.",
	}
	lines := map[string]*huma.MediaType{linesMedia: {Schema: &huma.Schema{Type: huma.TypeString}}}
	huma.Register(a.huma, op.describe(lines), func(_ context.Context, in *ProjectInput) (*stream, error) {
		return &stream{func(ctx huma.Context) { a.export(ctx, in.Project) }}, nil
	})
}

// export streams a project. An error before the first byte is a problem document; behind it the connection is cut, so
// that a client cannot take a part for the whole.
func (a *api) export(ctx huma.Context, project string) {
	r, w := unwrap(ctx)
	lines := &lineStream{to: w}
	err := a.Questions.Export(r.Context(), project, lines)
	switch {
	case err == nil && !lines.begun:
		lines.begin()
	case err != nil && !lines.begun:
		writeError(w, r, err)
	case err != nil:
		zerolog.Ctx(r.Context()).Error().Err(err).Msg("export cut")
		panic(http.ErrAbortHandler)
	}
}

// lineStream sends the header with the first bytes.
type lineStream struct {
	to    http.ResponseWriter
	begun bool
}

func (s *lineStream) begin() {
	s.begun = true
	s.to.Header().Set("Content-Type", linesMedia)
	s.to.Header().Set("Cache-Control", "no-store")
	s.to.WriteHeader(http.StatusOK)
}

// Write sends bytes on; none begin nothing.
func (s *lineStream) Write(bytes []byte) (int, error) {
	if len(bytes) == 0 {
		return 0, nil
	}
	if !s.begun {
		s.begin()
	}
	return s.to.Write(bytes)
}
