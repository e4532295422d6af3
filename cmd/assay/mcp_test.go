//go:build cgo

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/internal/neo4jtest"
	"assay/internal/pythontest"
)

// pythonClient is the reference client of another language.
const pythonClient = "mcp==1.23.0"

// agent is a test that plays the agent: a loaded project, and a repository that may be loaded.
type agent struct {
	*service
	root  string // folder that may be loaded
	other string // project that the folder shop in it is loaded as
}

func newAgent(t *testing.T) *agent {
	t.Helper()
	a := &agent{service: newService(t), root: t.TempDir(), other: neo4jtest.Project(t)}
	server := neo4jtest.Shared(t)
	t.Cleanup(func() { forget(t, server, a.other) })
	folder := filepath.Join(a.root, "shop")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a.py"), []byte("def one():\n    return 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return a
}

// command is assay as an agent starts it.
func (a *agent) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(context.WithoutCancel(a.t.Context()), program(a.t), args...) // it is ended by its owner
	cmd.Dir, cmd.Env = a.root, os.Environ()
	for name, value := range a.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	return cmd
}

// toolCall is one call, and the question of the API that has the same reply.
type toolCall struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
	path      string
	body      string
	text      string // part of the summary
}

// calls has every tool, load before load_status.
func (a *agent) calls() []toolCall {
	of := func(more map[string]any) map[string]any {
		more["project"] = a.project
		return more
	}
	return []toolCall{
		{"find_symbol", of(map[string]any{"symbol": "total"}), "/symbol?symbol=total", "", "executed by tests: unknown"},
		{"source", of(map[string]any{"symbol": "total"}), "/source?symbol=total", "", "return [price(x) for x in xs]"},
		{"callers", of(map[string]any{"symbol": "price", "limit": 1}), "/callers?symbol=price&limit=1", "", "total 1, shown 1, partial"},
		{"callees", of(map[string]any{"symbol": "total", "evidence": []string{"exact"}}), "/callees?symbol=total&evidence=exact", "", "total 1, shown 1"},
		{"impact", of(map[string]any{"symbol": "price", "depth": 3}), "/impact?symbol=price&depth=3", "", "tests: total 1, shown 1"},
		{"covering_tests", of(map[string]any{"symbol": "price"}), "/tests?symbol=price", "", "test_total"},
		{"search", of(map[string]any{"query": "totl"}), "/search?q=totl", "", "total"},
		{"answer", of(map[string]any{"question": "What does total() do?"}), "/answer", `{"question":"What does total() do?"}`, "supported"},
		{"projects", map[string]any{}, "", "", a.project},
		{"cypher", of(map[string]any{"statement": "MATCH (f:Function {graph: $graph, name: 'total'}) RETURN f.id"}), "", "", `["shop.py::total"]`},
		{"load", map[string]any{"path": "shop", "project": a.other}, "", "", "load_status with job"},
		{"load_status", map[string]any{"wait_s": 50}, "", "", "succeeded"},
	}
}

// check compares a reply with that of the API.
func (a *agent) check(c toolCall, failed bool, structured, text string) {
	a.t.Helper()
	if failed || !strings.Contains(text, c.text) {
		a.t.Errorf("%s: error %t, summary lacks %q:\n%s", c.Name, failed, c.text, text)
	}
	if c.path == "" {
		return
	}
	_, body := a.get(c.path, c.body)
	if diff := cmp.Diff(document(a.t, body), document(a.t, structured)); diff != "" {
		a.t.Errorf("%s: API and tool differ:\n%s", c.Name, diff)
	}
}

// TestMCP runs every tool with the client of the Go SDK, over standard input and output and over HTTP.
func TestMCP(t *testing.T) {
	a := newAgent(t)
	for name, transport := range map[string]sdk.Transport{
		"stdio": &sdk.CommandTransport{Command: a.command("mcp", "--root", a.root)},
		"http":  &sdk.StreamableClientTransport{Endpoint: a.serve() + "/mcp"},
	} {
		t.Run(name, func(t *testing.T) {
			a := &agent{service: &service{t: t, project: a.project, env: a.env, api: a.api}, root: a.root, other: a.other}
			a.runTools(transport)
		})
	}
}

func (a *agent) runTools(transport sdk.Transport) {
	told := make(chan string, 1000)
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { told <- r.Params.Message },
	})
	session, err := client.Connect(a.t.Context(), transport, nil)
	if err != nil {
		a.t.Fatal(err)
	}
	defer session.Close()
	called, job := []string{}, ""
	for _, c := range a.calls() {
		if c.Name == "load_status" {
			c.Arguments["job"] = job
		}
		params := &sdk.CallToolParams{Name: c.Name, Arguments: c.Arguments}
		params.SetProgressToken(c.Name)
		reply, err := session.CallTool(a.t.Context(), params)
		if err != nil {
			a.t.Fatalf("%s: %v", c.Name, err)
		}
		structured, err := json.Marshal(reply.StructuredContent)
		if err != nil {
			a.t.Fatal(err)
		}
		a.check(c, reply.IsError, string(structured), reply.Content[0].(*sdk.TextContent).Text)
		called = append(called, c.Name)
		if c.Name == "load" {
			job = reply.StructuredContent.(map[string]any)["id"].(string)
		}
	}
	listed, err := session.ListTools(a.t.Context(), nil)
	if err != nil {
		a.t.Fatal(err)
	}
	names := []string{}
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(called))); diff != "" {
		a.t.Errorf("tools that were not run:\n%s", diff)
	}
	if len(told) == 0 {
		a.t.Error("no progress of the load was told")
	}
	a.failures(session)
}

// failures wants errors as results with kind, fixes and candidates.
func (a *agent) failures(session *sdk.ClientSession) {
	for _, c := range []struct{ tool, arguments, kind, text string }{
		{"callers", `{"project":"P","symbol":"same"}`, "ambiguous", "candidate: shop.py::A.same"},
		{"find_symbol", `{"project":"P","symbol":"totl"}`, "not_found", "did you mean shop.py::total"},
		{"find_symbol", `{"project":"nobody","symbol":"total"}`, "not_found", "nobody"},
		{"find_symbol", `{"project":"P"}`, "invalid", "symbol"},
		{"impact", `{"project":"P","symbol":"total","limit":100000}`, "invalid", "limit"},
		{"impact", `{"project":"P","symbol":"total","depth":-1}`, "invalid", "depth"},
		{"callers", `{"project":"P","symbol":"total","cursor":"x"}`, "invalid", "cursor"},
		{"callers", `{"project":"P","symbol":"total","unknown":1}`, "invalid", "unknown"},
		{"cypher", `{"statement":"CREATE (n)"}`, "invalid", "it writes"},
		{"load", `{"path":"../"}`, "invalid", "not inside of a folder that may be loaded"},
		{"load", `{"path":"/etc"}`, "invalid", "not inside of a folder that may be loaded"},
		{"load_status", `{"job":"nothing"}`, "not_found", "nothing"},
		{"load_status", `{"job":"nothing","wait_s":1000}`, "invalid", "wait_s"},
	} {
		arguments := json.RawMessage(strings.ReplaceAll(c.arguments, `"P"`, `"`+a.project+`"`))
		reply, err := session.CallTool(a.t.Context(), &sdk.CallToolParams{Name: c.tool, Arguments: arguments})
		if err != nil {
			a.t.Errorf("%s %s: %v", c.tool, c.arguments, err)
			continue
		}
		text := reply.Content[0].(*sdk.TextContent).Text
		structured, _ := reply.StructuredContent.(map[string]any)
		if !reply.IsError || structured["kind"] != c.kind || !strings.Contains(text, c.text) {
			a.t.Errorf("%s %s: error %t, want %s and %q:\n%s", c.tool, c.arguments, reply.IsError, c.kind, c.text, text)
		}
	}
}

// serve starts the service as a process and gives its address.
func (a *agent) serve() string {
	a.t.Helper()
	cmd := a.command("serve", "--listen", "127.0.0.1:0", "--root", a.root, "--log-level", "error")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		a.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		a.t.Fatal(err)
	}
	drained := make(chan struct{})
	a.t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		<-drained
		if err := cmd.Wait(); err != nil {
			a.t.Errorf("serve: %v", err)
		}
	})
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text()); address != "" {
			go func() {
				defer close(drained)
				_, _ = io.Copy(io.Discard, stderr)
			}()
			return address
		}
	}
	close(drained)
	a.t.Fatal("serve did not say where it listens")
	return ""
}

// TestMCPFromPython runs every tool with the reference client in Python.
func TestMCPFromPython(t *testing.T) {
	a := newAgent(t)
	python := pythontest.With(t, pythonClient)
	calls, err := json.Marshal(a.calls())
	if err != nil {
		t.Fatal(err)
	}
	environment, err := json.Marshal(a.env)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python.Path(), "testdata/mcp_client.py", string(calls), program(t), "mcp", "--root", a.root)
	cmd.Stdin = strings.NewReader(string(environment))
	cmd.Stderr = t.Output()
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var results map[string]json.RawMessage
	if err := json.Unmarshal(output, &results); err != nil {
		t.Fatalf("%v in %s", err, output)
	}
	for _, c := range a.calls() {
		var reply struct {
			Error      bool            `json:"error"`
			Structured json.RawMessage `json:"structured"`
			Text       string          `json:"text"`
		}
		if err := json.Unmarshal(results[c.Name], &reply); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		a.check(c, reply.Error, string(reply.Structured), reply.Text)
		delete(results, c.Name)
	}
	var tools, progress []string
	if err := json.Unmarshal(results["tools"], &tools); err != nil || len(tools) != len(a.calls()) {
		t.Errorf("tools %v, %v", tools, err)
	}
	if err := json.Unmarshal(results["progress"], &progress); err != nil || len(progress) == 0 {
		t.Errorf("progress %v, %v", progress, err)
	}
	if rest := slices.Sorted(maps.Keys(results)); !slices.Equal(rest, []string{"progress", "tools"}) {
		t.Errorf("results of %v", rest)
	}
}

// TestMCPLoadReturnsAtOnce asks twice for a load that nobody runs yet: both calls have the same job, and questions go on.
func TestMCPLoadReturnsAtOnce(t *testing.T) {
	a := newAgent(t)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &sdk.CommandTransport{Command: a.command("mcp", "--root", a.root, "--workers", "0")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	ids := map[any]bool{}
	for range 2 {
		reply, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "load", Arguments: map[string]any{"path": "shop", "project": a.other}})
		if err != nil || reply.IsError {
			t.Fatalf("load: %v %+v", err, reply)
		}
		job := reply.StructuredContent.(map[string]any)
		if ids[job["id"]] = true; job["state"] != "queued" {
			t.Errorf("the job is %v", job["state"])
		}
	}
	if len(ids) != 1 {
		t.Errorf("jobs %v, want one", ids)
	}
	reply, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "callers", Arguments: map[string]any{"symbol": "price", "project": a.project}})
	if err != nil || reply.IsError {
		t.Errorf("callers meanwhile: %v %+v", err, reply)
	}
}

// TestMCPOutputIsProtocol starts assay with every message that there is, a database that is not there and settings that
// nobody knows, and wants nothing but JSON-RPC on its output, initialize answered, and a call that fails in plain words.
func TestMCPOutputIsProtocol(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), program(t), "mcp", "--log-level", "trace")
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "ASSAY_HOME="+t.TempDir(), "NEO4J_URI=bolt://127.0.0.1:1", "NEO4J_PASSWORD=x", "ASSAY_NO_SUCH_SETTING=1", "NEO4J_USER=old")
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"projects","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":4,"method":"no/such/method"}`,
	} {
		if _, err := io.WriteString(input, message+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	replies := map[int]string{}
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, 1<<20)
	for len(replies) < 4 && lines.Scan() {
		var message struct {
			JSONRPC string `json:"jsonrpc"`
			ID      int    `json:"id"`
		}
		if err := json.Unmarshal(lines.Bytes(), &message); err != nil || message.JSONRPC != "2.0" {
			t.Errorf("no JSON-RPC on the output: %s", lines.Text())
		}
		replies[message.ID] = lines.Text()
	}
	for id, part := range map[int]string{1: `"serverInfo"`, 2: `"covering_tests"`, 3: `"kind":"unavailable"`, 4: `"error"`} {
		if !strings.Contains(replies[id], part) {
			t.Errorf("reply %d lacks %s: %.300s", id, part, replies[id])
		}
	}
	_ = input.Close()
	if rest, _ := io.ReadAll(output); len(rest) > 0 {
		t.Errorf("behind the replies: %s", rest)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("mcp ended with %v", err)
	}
}
