package httpapi

import (
	"bytes"
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Limits of the time of a request.
const (
	timeLimit  = 30 * time.Second
	exportTime = 10 * time.Minute // an export streams the whole project
)

// operation is what a document says about one address; parameters, body and reply follow from the types of its handler.
type operation struct {
	id      string // unique, the name of the question
	method  string // "" is GET
	path    string
	tag     string // group in the document
	summary string // one line
	about   string // more, where the line does not say all

	status    int           // of a reply that is no error; 0 is 200
	time      time.Duration // 0 is timeLimit
	unlimited bool          // true for what must answer while everything else is busy
}

// Groups of operations.
const (
	tagProjects = "projects"
	tagSymbols  = "symbols"
	tagAnswers  = "answers"
	tagJobs     = "jobs"
	tagService  = "service"
)

// reply is what goes out: the document, encoded before the first byte is sent, with its tag.
type reply struct {
	ContentType string `header:"Content-Type" hidden:"true"`
	Length      int    `header:"Content-Length" hidden:"true"`
	Cache       string `header:"Cache-Control" hidden:"true"`
	ETag        string `header:"ETag" hidden:"true"`
	Body        []byte
}

// add registers an operation that replies with a document. The handler gets parameters and body decoded; its errors
// become problem documents by their kind.
func add[I, O any](a *api, op operation, handle func(context.Context, *I) (*O, error)) {
	schema := a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[O](), true, op.id)
	described := op.describe(map[string]*huma.MediaType{jsonMedia: {Schema: schema}})
	huma.Register(a.huma, described, func(ctx context.Context, in *I) (*reply, error) {
		document, err := handle(ctx, in)
		if err != nil {
			return nil, err
		}
		var body bytes.Buffer
		if err := WriteDocument(&body, document); err != nil {
			return nil, err
		}
		out := &reply{ContentType: jsonMedia, Length: body.Len(), Cache: "no-store", Body: body.Bytes()}
		if tag := tagOf(document); tag != "" {
			out.ETag, out.Cache = tag, "private, no-cache"
		}
		return out, nil
	})
}

// describe makes the operation of the document. Every error is a Problem.
func (op operation) describe(content map[string]*huma.MediaType) huma.Operation {
	if op.method == "" {
		op.method = http.MethodGet
	}
	if op.status == 0 {
		op.status = http.StatusOK
	}
	problem := func(text string) *huma.Response {
		return &huma.Response{Description: text, Content: map[string]*huma.MediaType{
			problemMedia: {Schema: &huma.Schema{Ref: "#/components/schemas/Problem"}},
		}}
	}
	responses := map[string]*huma.Response{
		strconv.Itoa(op.status): {Description: http.StatusText(op.status), Content: content},
		"400":                   problem("A parameter or the body is not valid; detail names it."),
		"default":               problem("Any other error; kind says which, fixes what to do."),
	}
	if op.method == http.MethodGet && strings.Contains(op.path, "{project}") {
		responses["304"] = &huma.Response{Description: "The project is as it was when the ETag of If-None-Match was given."}
	}
	return huma.Operation{
		OperationID: op.id, Method: op.method, Path: op.path, Tags: []string{op.tag}, Summary: op.summary, Description: op.about,
		DefaultStatus: op.status, SkipValidateParams: true, MaxBodyBytes: -1, // checkParameters and limitBody do these
		Metadata:  map[string]any{limitsKey: op},
		Responses: responses,
	}
}

// limitsKey is where an operation carries itself for the middlewares.
const limitsKey = "operation"

// limit bounds the number of running requests and the time of each.
func (a *api) limit(ctx huma.Context, next func(huma.Context)) {
	op, _ := ctx.Operation().Metadata[limitsKey].(operation)
	if !op.unlimited {
		leave, ok := a.running.enter()
		if !ok {
			a.metrics.reject("busy")
			r, w := unwrap(ctx)
			writeBusy(w, r)
			return
		}
		defer leave()
	}
	if op.time == 0 {
		op.time = timeLimit
	}
	limited, cancel := context.WithTimeout(ctx.Context(), op.time)
	defer cancel()
	next(huma.WithContext(ctx, limited))
}
