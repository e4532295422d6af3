package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/httpapi/mcp"
	"assay/internal/fault"
	"assay/queries"
)

var update = flag.Bool("update", false, "rewrite docs/mcp-tools.json")

// questions replies to projects alone.
type questions struct{ mcp.Questions }

func (questions) Projects(context.Context) (*queries.Envelope[queries.Project], error) {
	return &queries.Envelope[queries.Project]{Items: []queries.Project{}, Reasons: []string{}, Status: queries.Complete, Unresolved: queries.Unresolved{Sites: []queries.UnresolvedSite{}}}, nil
}

func (questions) Symbol(context.Context, string, string) (*queries.SymbolDetail, error) {
	return nil, errors.New("a secret of the machine")
}

// connect gives a client of a server in this process.
func connect(t *testing.T, options mcp.Options) *sdk.ClientSession {
	t.Helper()
	server, err := mcp.New(options)
	if err != nil {
		t.Fatal(err)
	}
	here, there := sdk.NewInMemoryTransports()
	serving, err := server.Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = client.Close()
		_ = serving.Wait()
	})
	return client
}

func fixed(backend *mcp.Backend) func(context.Context, func(string)) (*mcp.Backend, error) {
	return func(context.Context, func(string)) (*mcp.Backend, error) { return backend, nil }
}

// TestTools compares names, descriptions and schemas of all tools with docs/mcp-tools.json: a change that agents see shows
// up in review.
func TestTools(t *testing.T) {
	const golden = "../../docs/mcp-tools.json"
	listed, err := connect(t, mcp.Options{Version: "test"}).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	encoder := json.NewEncoder(&got)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(listed.Tools); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("docs/mcp-tools.json is not what is offered; go test ./httpapi/mcp -run TestTools -update rewrites it:\n%s", diff)
	}
	for _, tool := range listed.Tools {
		if len(tool.Description) > 500 || tool.Annotations.ReadOnlyHint != (tool.Name != "load") {
			t.Errorf("%s: %d bytes of description, read only %t", tool.Name, len(tool.Description), tool.Annotations.ReadOnlyHint)
		}
	}
}

// TestInternalErrorsTellNothing keeps what is no fault of the caller from the caller.
func TestInternalErrorsTellNothing(t *testing.T) {
	client := connect(t, mcp.Options{Backend: fixed(&mcp.Backend{Questions: questions{}})})
	reply, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "find_symbol", Arguments: map[string]any{"symbol": "x", "project": "p"}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(reply)
	if err != nil {
		t.Fatal(err)
	}
	if !reply.IsError || strings.Contains(string(text), "secret") || !strings.Contains(string(text), `"kind":"internal"`) {
		t.Errorf("got %s", text)
	}
}

// TestStarter answers initialize while the backend is opened, lets calls wait for it, and opens it again after a failure.
func TestStarter(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var attempts atomic.Int32
	begun := make(chan struct{})
	starter := mcp.Start(ctx, func(context.Context) (*mcp.Backend, error) {
		if attempts.Add(1) == 1 {
			<-begun
			return nil, fault.New(fault.Unavailable, "no database")
		}
		return &mcp.Backend{Questions: questions{}}, nil
	})
	defer func() { cancel(); starter.Wait() }()
	client := connect(t, mcp.Options{Backend: starter.Backend}) // initialize is answered: nothing is open
	call := func() string {
		reply, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "projects"})
		if err != nil {
			return err.Error()
		}
		return reply.Content[0].(*sdk.TextContent).Text
	}
	const success = "projects: total 0, shown 0, complete"
	replies := make(chan string)
	go func() { replies <- call() }()
	close(begun)
	if first := <-replies; first != "unavailable: no database" && first != success { // it may have come after the failure
		t.Errorf("first call: %s", first)
	}
	for range 2 {
		if next := call(); next != success || attempts.Load() != 2 {
			t.Errorf("next call: %s after %d attempts", next, attempts.Load())
		}
	}
}

// TestServeEndsWithItsInput wants the end of the input to be the end, without an error.
func TestServeEndsWithItsInput(t *testing.T) {
	if err := mcp.Serve(t.Context(), mcp.Options{Backend: fixed(nil)}, strings.NewReader(""), io.Discard); err != nil {
		t.Error(err)
	}
}
