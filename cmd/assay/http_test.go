//go:build cgo

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"assay/httpapi"
	"assay/internal/neo4jtest"
)

// service is a small loaded repository with a command line and an API on it.
type service struct {
	t       *testing.T
	project string
	root    string
	env     map[string]string
	api     string
}

func newService(t *testing.T) *service {
	t.Helper()
	return newServiceOf(t, map[string]string{
		"shop.py":      "def price(x):\n    return x\n\n\ndef total(xs):\n    return [price(x) for x in xs]\n\n\nclass A:\n    def same(self):\n        return total([])\n",
		"other.py":     "class B:\n    def same(self):\n        return unknown.price(1)\n",
		"test_shop.py": "from shop import total\n\n\ndef test_total():\n    assert total([]) == []\n",
	})
}

// newServiceOf loads files as a repository.
func newServiceOf(t *testing.T, files map[string]string) *service {
	t.Helper()
	server := neo4jtest.Shared(t)
	s := &service{t: t, project: neo4jtest.Project(t), env: map[string]string{
		"ASSAY_HOME": t.TempDir(), "NEO4J_URI": server.URI, "NEO4J_USERNAME": server.Username,
		"NEO4J_PASSWORD": server.Password, "NEO4J_DATABASE": server.Database,
	}}
	root := t.TempDir()
	s.root = root
	for path, text := range files {
		if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, stderr := s.cli("ingest", root); code != 0 {
		t.Fatalf("ingest exited with %d: %s", code, stderr)
	}
	t.Cleanup(func() { forget(t, server, s.project) })
	session, err := openStore(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.close(context.WithoutCancel(t.Context())) })
	listener := httptest.NewServer(httpapi.New(httpapi.Options{
		Questions: session.questions, Cypher: session.cypher, Inspector: session.inspector, Jobs: session.jobs, Ready: session.ready, Log: zerolog.Nop(), Listen: "127.0.0.1:0",
	}))
	t.Cleanup(listener.Close)
	s.api = listener.URL + "/v1/projects/" + s.project
	return s
}

// cli runs one command line in this process.
func (s *service) cli(args ...string) (code int, stdout, stderr string) {
	s.t.Helper()
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(""), out: &out, err: &errs, wiring: wire(), lookupEnv: func(name string) (string, bool) {
		value, ok := s.env[name]
		return value, ok
	}}
	code = a.run(s.t.Context(), append(args, "--project", s.project))
	return code, out.String(), errs.String()
}

// get asks the API; a body makes it a POST.
func (s *service) get(path, body string) (int, string) {
	s.t.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.api+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// TestSameDocuments compares what --json prints with what the API replies, errors included.
func TestSameDocuments(t *testing.T) {
	s := newService(t)
	for _, c := range []struct {
		args       []string
		path, body string
		exit       int
		status     int
	}{
		{[]string{"symbol", "total"}, "/symbol?symbol=total", "", 0, 200},
		{[]string{"source", "total"}, "/source?symbol=total", "", 0, 200},
		{[]string{"callers", "price", "--limit", "1"}, "/callers?symbol=price&limit=1", "", 0, 200},
		{[]string{"callees", "total", "--evidence", "exact"}, "/callees?symbol=total&evidence=exact", "", 0, 200},
		{[]string{"impact", "price", "--depth", "3"}, "/impact?symbol=price&depth=3", "", 0, 200},
		{[]string{"tests", "price"}, "/tests?symbol=price", "", 0, 200},
		{[]string{"statistics"}, "/statistics", "", 0, 200},
		{[]string{"answer", "What does total() do?"}, "/answer", `{"question":"What does total() do?"}`, 0, 200},
		{[]string{"answer", "What does same() do?"}, "/answer", `{"question":"What does same() do?"}`, 9, 200},
		{[]string{"callers", "same"}, "/callers?symbol=same", "", 3, 409},
		{[]string{"callers", "nothing_of_that_name"}, "/callers?symbol=nothing_of_that_name", "", 4, 404},
		{[]string{"callers", "price", "--limit", "100000"}, "/callers?symbol=price&limit=100000", "", 2, 400},
		{[]string{"callers", "price", "--cursor", "x"}, "/callers?symbol=price&cursor=x", "", 2, 400},
	} {
		code, stdout, stderr := s.cli(append(c.args, "--json")...)
		status, body := s.get(c.path, c.body)
		if code != c.exit || status != c.status {
			t.Errorf("%v: exit %d, status %d, want %d, %d\n%s%s", c.args, code, status, c.exit, c.status, stderr, body)
		}
		if diff := cmp.Diff(document(t, stdout+stderr), document(t, body)); diff != "" {
			t.Errorf("%v: CLI and API differ:\n%s", c.args, diff)
		}
	}
}

// document decodes a reply without what differs from one moment to the next.
func document(t *testing.T, text string) any {
	t.Helper()
	var decoded map[string]any
	if err := json.Unmarshal([]byte(text), &decoded); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	withoutClock(decoded)
	return decoded
}

func withoutClock(value any) {
	switch v := value.(type) {
	case map[string]any:
		delete(v, "age_s")
		delete(v, "timings_ms")
		delete(v, "took_ms")
		for _, inner := range v {
			withoutClock(inner)
		}
	case []any:
		for _, inner := range v {
			withoutClock(inner)
		}
	}
}

func TestExportIsTheSameOverHTTP(t *testing.T) {
	s := newService(t)
	_, printed, _ := s.cli("export")
	status, body := s.get("/export", "")
	if status != http.StatusOK || printed == "" || printed != body {
		t.Errorf("status %d; CLI and API differ:\n%s", status, cmp.Diff(printed, body))
	}
}

// TestInjection puts Cypher and Lucene into every field; the project stands unchanged afterwards.
func TestInjection(t *testing.T) {
	s := newService(t)
	_, before, _ := s.cli("export")
	for _, text := range []string{
		`x' OR 1=1 //`, `x"}) MATCH (n) DETACH DELETE n //`, "x`) MATCH (n) DETACH DELETE n //", `$symbol`, `*:* AND [a TO b]`, `\`, `a\u0027`, "\x00", "../../etc/passwd", strings.Repeat("x", 10_000),
	} {
		escaped := url.QueryEscape(text)
		body, err := json.Marshal(map[string]string{"question": text})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ path, body string }{
			{"/symbol?symbol=" + escaped, ""}, {"/source?symbol=" + escaped, ""}, {"/tests?symbol=" + escaped, ""},
			{"/callers?symbol=" + escaped, ""}, {"/callees?symbol=" + escaped, ""}, {"/impact?symbol=" + escaped, ""},
			{"/callers?symbol=price&cursor=" + escaped, ""}, {"/callers?symbol=price&evidence=" + escaped, ""}, {"/answer", string(body)},
			{"/statistics?" + escaped, ""},
		} {
			if status, reply := s.get(c.path, c.body); status >= 500 {
				t.Errorf("%.80q at %.80s: %d %s", text, c.path, status, reply)
			}
		}
	}
	if _, after, _ := s.cli("export"); after != before {
		t.Errorf("the project changed:\n%s", cmp.Diff(before, after))
	}
}
