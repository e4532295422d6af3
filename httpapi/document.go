package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
)

// apiVersion is the version of the addresses and shapes, not of the program.
const apiVersion = "1.0.0"

// newConfig describes the API as a whole. Documents are described, encoded and documented by assay itself: no part of the
// page of documentation comes from another host.
func newConfig() huma.Config {
	config := huma.DefaultConfig("assay", apiVersion)
	config.Info.Description = "What an engineer or a coding agent must know before touching code, with evidence. Lists say whether they are complete."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil
	config.Formats = map[string]huma.Format{jsonMedia: jsonFormat(), "json": jsonFormat()}
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "http", Scheme: "bearer", Description: "Demanded by a service that was started with tokens."},
	}
	config.Security = []map[string][]string{{}, {"token": {}}}
	return config
}

// schemaName names a shape by its type. Those of jobs say so: their package is not in the name.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if strings.HasSuffix(t.PkgPath(), "/jobs") && !strings.HasPrefix(name, "Job") {
		return "Job" + name
	}
	return name
}

// serveDocument adds /openapi.json and /docs, made once from the operations.
func (a *api) serveDocument(router chi.Router) {
	described := a.huma.OpenAPI()
	completeSchemas(described.Components.Schemas.Map())
	text, err := json.MarshalIndent(described, "", "  ")
	router.Get("/openapi.json", fixed("application/json", "", append(text, '\n'), err))
	page, failed := renderDocs(described)
	router.Get("/docs", fixed("text/html; charset=utf-8", docsPolicy, page, failed))
}

// fixed serves bytes that never change, or the error that they could not be made for.
func fixed(media, policy string, body []byte, err error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err != nil {
			writeError(w, r, fmt.Errorf("describe the API: %w", err))
			return
		}
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		w.Header().Set("Content-Type", media)
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		_, _ = w.Write(body)
	}
}

// completeSchemas says what types alone do not: a required field that holds a pointer may be null.
func completeSchemas(schemas map[string]*huma.Schema) {
	if answer := schemas["Answer"]; answer != nil {
		answer.Properties["focus"] = &huma.Schema{AnyOf: []*huma.Schema{answer.Properties["focus"], {Type: "null"}}}
	}
}
