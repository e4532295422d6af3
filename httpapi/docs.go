package httpapi

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed docs.html
var docsPage string

// docsPolicy lets the page of documentation load nothing at all; its style stands inside of it.
const docsPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// docs is what the page shows.
type docs struct {
	Info    *huma.Info
	Groups  []docsGroup
	Schemas []docsSchema
}

// docsGroup is the operations of one tag.
type docsGroup struct {
	Name       string
	Operations []*huma.Operation
}

// docsSchema is a named shape.
type docsSchema struct{ Name, Text string }

// renderDocs makes the page from the document that is served, so that both say the same.
func renderDocs(described *huma.OpenAPI) ([]byte, error) {
	page, err := template.New("docs").Funcs(template.FuncMap{"json": indented, "ref": refOf}).Parse(docsPage)
	if err != nil {
		return nil, err
	}
	shown := docs{Info: described.Info}
	for _, tag := range []string{tagAnswers, tagSymbols, tagProjects, tagJobs, tagService} {
		shown.Groups = append(shown.Groups, docsGroup{tag, tagged(described, tag)})
	}
	schemas := described.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		shown.Schemas = append(shown.Schemas, docsSchema{name, indented(schemas[name])})
	}
	var out bytes.Buffer
	err = page.Execute(&out, shown)
	return out.Bytes(), err
}

// tagged are the operations of a tag by path.
func tagged(described *huma.OpenAPI, tag string) []*huma.Operation {
	found := []*huma.Operation{}
	for _, path := range slices.Sorted(maps.Keys(described.Paths)) {
		item := described.Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if op != nil && slices.Contains(op.Tags, tag) {
				found = append(found, op)
			}
		}
	}
	return found
}

// indented is a value as readable JSON; what cannot be encoded shows nothing.
func indented(value any) string {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return ""
	}
	return string(text)
}

// refOf is the name of the schema that a body or reply has; "" for one without a name.
func refOf(content map[string]*huma.MediaType) string {
	for _, media := range content {
		if media.Schema != nil && media.Schema.Ref != "" {
			return media.Schema.Ref[strings.LastIndexByte(media.Schema.Ref, '/')+1:]
		}
	}
	return ""
}
