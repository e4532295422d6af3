package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"assay/httpapi"
	"assay/ingest/jobs"
)

// serveOnce hands a request to a handler without a connection and checks what holds of every reply: a status that is no
// fault of the service, a JSON document, and an error whose words stay short however long the input was.
func serveOnce(t *testing.T, handler http.Handler, request *http.Request) int {
	t.Helper()
	out := httptest.NewRecorder()
	handler.ServeHTTP(out, request)
	if out.Code >= http.StatusInternalServerError {
		t.Fatalf("%d: %s", out.Code, out.Body)
	}
	if !json.Valid(out.Body.Bytes()) {
		t.Fatalf("no JSON: %.200q", out.Body)
	}
	if out.Code >= http.StatusBadRequest {
		var problem httpapi.Problem
		if err := json.Unmarshal(out.Body.Bytes(), &problem); err != nil || problem.Status != out.Code || problem.Detail == "" || len(problem.Detail) > 2000 {
			t.Fatalf("%d is no short problem: %.500s", out.Code, out.Body)
		}
	}
	return out.Code
}

func fuzzed(method, path, query, body string) *http.Request {
	return &http.Request{
		Method: method, URL: &url.URL{Path: path, RawQuery: query}, Host: "localhost", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}
}

// FuzzParameters sends query strings; what a question is asked lies within the bounds of its parameters.
func FuzzParameters(f *testing.F) {
	for _, query := range []string{
		"symbol=f", "symbol=a&symbol=b", "symbol=f&limit=3&cursor=abc&evidence=exact&evidence=observed&exclude_tests=true", "symbol=f&depth=256",
		"symbol=f&limit=-1", "symbol=f&limit=1e9", "depth=1000000", "symbol=%zz", "symbol=%00", "a=b;c=d", "symbol=f&evidence=", "%73ymbol=f", "symbol[]=f",
		"project=shop&state=failed", "q=a", "symbol=f&limit=%F0%9F%92%A9", "=", "&&&", "symbol=f&limit=9223372036854775808",
	} {
		f.Add(query)
	}
	asked := &fake{}
	queue := &fakeJobs{}
	handler := httpapi.New(httpapi.Options{Questions: asked, Jobs: queue, Log: zerolog.Nop(), Listen: "127.0.0.1:0"})
	f.Fuzz(func(t *testing.T, query string) {
		for _, path := range []string{"/v1/projects/shop/impact", "/v1/projects/shop/callers", "/v1/projects/shop/symbol", "/v1/projects", "/v1/jobs"} {
			asked.asked, queue.asked = "", ""
			status := serveOnce(t, handler, fuzzed(http.MethodGet, path, query, ""))
			if (status == http.StatusOK) != (asked.asked != "" || queue.asked != "") {
				t.Fatalf("%s?%q: status %d, asked %q", path, query, status, asked.asked)
			}
		}
	})
}

// FuzzBody sends bodies; one that is taken is a JSON object with the fields of its operation.
func FuzzBody(f *testing.F) {
	for _, body := range []string{
		`{"question":"why?"}`, `{"question":"why?","max_evidence":4}`, `{"question":"why?","max_evidence":4.0}`, `{"question":"why?","max_evidence":1e300}`,
		`{"question":null}`, `{"question":["x"]}`, `{"question":"a"} {}`, `{"quest":"a"}`, ``, `null`, `[]`, `"x"`, `{`, `{"question":"\ud800"}`, "{\"question\":\"\x00\"}",
		`{"path":"."}`, `{"path":"../x","strict":true}`, `{"path":".","exclude":["a",1]}`, `{"path":".","file":"x"}`, `{"path":"~"}`, `{"question":"a","question":"b"}`,
		`{"statement":"RETURN 1","parameters":{"a":[1,null]}}`, strings.Repeat(`[`, 20_000), `{"QUESTION":"x"}`, `{"question":"x","max_evidence":-0}`,
	} {
		f.Add(body)
	}
	handler := httpapi.New(httpapi.Options{Questions: &fake{}, Jobs: &fakeJobs{}, Roots: []string{f.TempDir()}, Log: zerolog.Nop(), Listen: "127.0.0.1:0"})
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{"/v1/projects/shop/answer", "/v1/projects/shop/load", "/v1/projects/shop/coverage", "/v1/jobs/x/cancel"} {
			status := serveOnce(t, handler, fuzzed(http.MethodPost, path, "", body))
			var fields map[string]any
			if err := json.NewDecoder(bytes.NewReader([]byte(body))).Decode(&fields); status < 300 && err != nil && !strings.Contains(path, "cancel") {
				t.Fatalf("%s took %q", path, body)
			}
		}
	})
}

// FuzzLoadPath asks for folders; one that is taken lies inside of the root, links resolved.
func FuzzLoadPath(f *testing.F) {
	for _, path := range []string{"", ".", "/", "..", "../..", "~", "file:///etc", "/etc", "a/../..", "\x00", "./././", "//", `..\..`, " ", "%2e%2e"} {
		f.Add(path)
	}
	root, err := filepath.EvalSymlinks(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	queue := &submitted{}
	handler := httpapi.New(httpapi.Options{Questions: &fake{}, Jobs: queue, Roots: []string{root}, Log: zerolog.Nop(), Listen: "127.0.0.1:0"})
	f.Fuzz(func(t *testing.T, path string) {
		body, err := json.Marshal(map[string]string{"path": path})
		if err != nil {
			return // no JSON text
		}
		queue.root = ""
		serveOnce(t, handler, fuzzed(http.MethodPost, "/v1/projects/shop/load", "", string(body)))
		if queue.root != "" && queue.root != root && !strings.HasPrefix(queue.root, root+string(filepath.Separator)) {
			t.Fatalf("%q was taken as %q, outside of %q", path, queue.root, root)
		}
	})
}

// submitted remembers the root of a job.
type submitted struct {
	fakeJobs
	root string
}

func (s *submitted) Submit(_ context.Context, r jobs.Request) (jobs.Job, error) {
	s.root = r.Root
	return jobs.Job{}, nil
}

// FuzzHeaders sends what decides who may ask; nobody passes without the token.
func FuzzHeaders(f *testing.F) {
	const token = "0123456789abcdef"
	f.Add("localhost", "", "Bearer "+token, "")
	f.Add("evil.example", "null", "bearer x", `W/"1"`)
	f.Add("[::1]:1", "http://[::1]:1", "Basic x", `*, "x"`)
	f.Add("127.0.0.1", "://", "Bearer  "+token, ",,,")
	handler := httpapi.New(httpapi.Options{Questions: &fake{}, Log: zerolog.Nop(), Listen: "127.0.0.1:0", Tokens: []string{token}})
	f.Fuzz(func(t *testing.T, host, origin, authorization, tag string) {
		request := fuzzed(http.MethodGet, "/v1/projects/shop/statistics", "", "")
		request.Host = host
		request.Header = http.Header{"Authorization": {authorization}, "If-None-Match": {tag}}
		if origin != "" {
			request.Header["Origin"] = []string{origin}
		}
		if status := serveOnce(t, handler, request); status < 300 && !strings.HasSuffix(strings.TrimSpace(authorization), token) {
			t.Fatalf("%q passed", authorization)
		}
	})
}
