package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/httpapi"
	"assay/internal/config"
	"assay/internal/fault"
)

// tools registers tools on a server.
type tools struct {
	server  *sdk.Server
	backend func(ctx context.Context, tell func(string)) (*Backend, error)
	err     error // the first fault of a definition
}

// tool describes a tool.
type tool struct {
	name, title, about string
	changes            bool // true for a tool that does more than read
}

// call is a call of a tool on its way.
type call struct {
	*Backend
	request *sdk.CallToolRequest
}

// project is the project that a call names, or the one that is meant when it names none.
func (c call) project(ctx context.Context, named string) (string, error) {
	if named == "" {
		return c.Project(ctx)
	}
	return named, config.CheckProject(named)
}

// add registers a tool: its input is decoded and checked by the type I, its reply is the document O with a summary.
func add[I, O any](t *tools, described tool, ask func(context.Context, call, I) (*O, error), summarize func(*summary, *O)) {
	schema, err := schemaOf[O]()
	if err != nil {
		t.err = errors.Join(t.err, fmt.Errorf("tool %s: %w", described.name, err))
		return
	}
	no := false
	definition := &sdk.Tool{
		Name: described.name, Title: described.title, Description: described.about, OutputSchema: schema,
		Annotations: &sdk.ToolAnnotations{
			Title: described.title, ReadOnlyHint: !described.changes, IdempotentHint: true, OpenWorldHint: &no, DestructiveHint: &no,
		},
	}
	sdk.AddTool(t.server, definition, func(ctx context.Context, request *sdk.CallToolRequest, in I) (*sdk.CallToolResult, *O, error) {
		c := call{request: request}
		var err error
		if c.Backend, err = t.backend(ctx, c.teller(ctx)); err != nil {
			return nil, nil, problem{err}
		}
		document, err := ask(ctx, c, in)
		if err != nil {
			return nil, nil, problem{err}
		}
		s := &summary{}
		summarize(s, document)
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: s.text()}}}, document, nil
	})
}

// schemaOf is the schema of a document; what a job reports has the shape of its kind.
func schemaOf[O any]() (*jsonschema.Schema, error) {
	return jsonschema.For[O](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[json.RawMessage](): {}}})
}

// teller sends the client lines of progress where it asked for them. Steps only count up: phases have totals of their
// own.
func (c call) teller(ctx context.Context) func(string) {
	token, step := c.request.Params.GetProgressToken(), 0
	return func(message string) {
		if token == nil {
			return
		}
		step++
		// A client that is gone gets no result either.
		_ = c.request.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(step), Message: message})
	}
}

// problem is an error of a tool itself, apart from those that the protocol's own checks make.
type problem struct{ error }

// Unwrap gives the error.
func (p problem) Unwrap() error { return p.error }

// tellProblems makes the result of a failed call say what an error of the HTTP API says: as a document and in words.
func tellProblems(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		result, err := next(ctx, method, request)
		called, ok := result.(*sdk.CallToolResult)
		if err != nil || !ok || called == nil || !called.IsError {
			return result, err
		}
		document := httpapi.NewProblem(told(called.GetError()))
		called.Content = []sdk.Content{&sdk.TextContent{Text: problemText(document)}}
		called.StructuredContent = document
		return called, nil
	}
}

// told is the error to tell. What is no problem of a tool is said by the protocol's checks of the arguments.
func told(err error) error {
	var own problem
	if err == nil || errors.As(err, &own) {
		return err
	}
	return fault.New(fault.Invalid, "%s", err).Fix("see the tool's input schema")
}

func problemText(p httpapi.Problem) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s", p.Kind, p.Detail)
	for _, c := range p.Candidates {
		fmt.Fprintf(&text, "\ncandidate: %s  (%s, line %d)", c.ID, c.Kind, c.StartLine)
	}
	for _, fix := range p.Fixes {
		fmt.Fprintf(&text, "\nfix: %s", fix)
	}
	return text.String()
}
