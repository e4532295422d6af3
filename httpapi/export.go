package httpapi

import (
	"net/http"

	"github.com/rs/zerolog"
)

// export streams a project as JSON lines. An error before the first byte is a problem document; behind it the
// connection is cut, so that a client cannot take a part for the whole.
func export(questions Questions) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name, err := noParameters(r)
		if err != nil {
			writeError(w, r, err)
			return
		}
		stream := &lineStream{to: w}
		err = questions.Export(r.Context(), name, stream)
		switch {
		case err == nil && !stream.begun:
			stream.begin()
		case err != nil && !stream.begun:
			writeError(w, r, err)
		case err != nil:
			zerolog.Ctx(r.Context()).Error().Err(err).Msg("export cut")
			panic(http.ErrAbortHandler)
		}
	}
}

// lineStream sends the header with the first bytes.
type lineStream struct {
	to    http.ResponseWriter
	begun bool
}

func (s *lineStream) begin() {
	s.begun = true
	s.to.Header().Set("Content-Type", "application/x-ndjson")
	s.to.Header().Set("Cache-Control", "no-store")
	s.to.Header().Set("X-Content-Type-Options", "nosniff")
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
