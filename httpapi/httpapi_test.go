package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"assay/httpapi"
	"assay/internal/fault"
	"assay/queries"
)

// fake remembers the question and gives err, or the reply that says what was asked.
type fake struct {
	asked string
	err   error
	lines string // of an export, before err
	index queries.Index
}

func (f *fake) ask(format string, args ...any) error {
	f.asked = fmt.Sprintf(format, args...)
	return f.err
}

func (f *fake) Symbol(_ context.Context, project, symbol string) (*queries.SymbolDetail, error) {
	return &queries.SymbolDetail{}, f.ask("symbol %s %s", project, symbol)
}

func (f *fake) Source(_ context.Context, project, symbol string) (*queries.Source, error) {
	return &queries.Source{Text: "<&>"}, f.ask("source %s %s", project, symbol)
}

func (f *fake) Callers(_ context.Context, project, symbol string, o queries.ListOptions) (*queries.Envelope[queries.Item], error) {
	return &queries.Envelope[queries.Item]{}, f.ask("callers %s %s %+v", project, symbol, o)
}

func (f *fake) Callees(_ context.Context, project, symbol string, o queries.ListOptions) (*queries.Envelope[queries.Item], error) {
	return &queries.Envelope[queries.Item]{}, f.ask("callees %s %s %+v", project, symbol, o)
}

func (f *fake) Impact(_ context.Context, project, symbol string, o queries.ImpactOptions) (*queries.Impact, error) {
	return &queries.Impact{}, f.ask("impact %s %s %+v", project, symbol, o)
}

func (f *fake) Tests(_ context.Context, project, symbol string, o queries.ListOptions) (*queries.Envelope[queries.TestItem], error) {
	return &queries.Envelope[queries.TestItem]{}, f.ask("tests %s %s %+v", project, symbol, o)
}

func (f *fake) Projects(context.Context) (*queries.Envelope[queries.Project], error) {
	return &queries.Envelope[queries.Project]{Items: []queries.Project{{Name: "shop"}}}, f.ask("projects")
}

func (f *fake) Index(context.Context, string) (queries.Index, error) { return f.index, f.err }

func (f *fake) Statistics(_ context.Context, project string) (*queries.Statistics, error) {
	return &queries.Statistics{}, f.ask("statistics %s", project)
}

func (f *fake) Export(_ context.Context, project string, out io.Writer) error {
	if _, err := io.WriteString(out, f.lines); err != nil {
		return err
	}
	return f.ask("export %s", project)
}

func (f *fake) Answer(_ context.Context, project, question string, o queries.AnswerOptions) (*queries.Answer, error) {
	return &queries.Answer{}, f.ask("answer %s %s %+v", project, question, o)
}

func (f *fake) Search(_ context.Context, project, text string, o queries.SearchOptions) (*queries.SearchReply, error) {
	return &queries.SearchReply{}, f.ask("search %s %s %+v", project, text, o)
}

func (f *fake) Neighbourhood(_ context.Context, project, symbol string, o queries.ListOptions) (*queries.Neighbourhood, error) {
	return &queries.Neighbourhood{}, f.ask("neighbourhood %s %s %+v", project, symbol, o)
}

func (f *fake) Context(_ context.Context, project, symbol string, limit int) (*queries.Context, error) {
	return &queries.Context{}, f.ask("context %s %s %d", project, symbol, limit)
}

func (f *fake) Bundle(_ context.Context, project, symbol string, budget int) (*queries.Bundle, error) {
	return &queries.Bundle{}, f.ask("bundle %s %s %d", project, symbol, budget)
}

func (f *fake) Hubs(_ context.Context, project string, o queries.HubOptions) (*queries.HubsReply, error) {
	return &queries.HubsReply{}, f.ask("hubs %s %+v", project, o)
}

func (f *fake) Files(_ context.Context, project string, o queries.FileOptions) (*queries.Envelope[queries.File], error) {
	return &queries.Envelope[queries.File]{}, f.ask("files %s %+v", project, o)
}

func (f *fake) Packages(_ context.Context, project string, o queries.PackageOptions) (*queries.Envelope[queries.Package], error) {
	return &queries.Envelope[queries.Package]{}, f.ask("packages %s %+v", project, o)
}

// start serves on a real listener.
func start(t *testing.T, questions httpapi.Questions, log io.Writer, ready error) string {
	t.Helper()
	return startWith(t, httpapi.Options{
		Questions: questions, Log: zerolog.New(log), Ready: func(context.Context) error { return ready },
	})
}

// startWith serves on a real loopback listener; what the options leave out is a fake.
func startWith(t *testing.T, options httpapi.Options) string {
	t.Helper()
	if options.Jobs == nil {
		options.Jobs = &fakeJobs{}
	}
	if options.Inspector == nil {
		options.Inspector = fakeInspector{}
	}
	if options.Cypher == nil {
		options.Cypher = fakeCypher{}
	}
	if options.Listen == "" {
		options.Listen = "127.0.0.1:0"
	}
	server := httptest.NewServer(httpapi.New(options))
	t.Cleanup(server.Close)
	return server.URL
}

// get sends a request and reads the whole reply.
func send(t *testing.T, request *http.Request) (int, http.Header, string) {
	t.Helper()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(body)
}

func newRequest(t *testing.T, method, url, body string) *http.Request {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	return request
}

func TestRoutes(t *testing.T) {
	for _, c := range []struct{ method, address, body, asked string }{
		{"GET", "/v1/projects", "", "projects"},
		{"GET", "/v1/projects/shop", "", "projects"},
		{"GET", "/v1/projects/shop/statistics", "", "statistics shop"},
		{"GET", "/v1/projects/shop/symbol?symbol=a/b.py::C.d", "", "symbol shop a/b.py::C.d"},
		{"GET", "/v1/projects/shop/source?symbol=a%2Fb.py%3A12", "", "source shop a/b.py:12"},
		{"GET", "/v1/projects/shop/callers?symbol=f&limit=3&cursor=c&evidence=exact&evidence=observed&exclude_tests=true", "",
			"callers shop f {Limit:3 Cursor:c Evidence:[exact observed] ExcludeTests:true}"},
		{"GET", "/v1/projects/shop/callees?symbol=f", "", "callees shop f {Limit:0 Cursor: Evidence:[] ExcludeTests:false}"},
		{"GET", "/v1/projects/shop/tests?symbol=f", "", "tests shop f {Limit:0 Cursor: Evidence:[] ExcludeTests:false}"},
		{"GET", "/v1/projects/shop/impact?symbol=f&depth=2", "", "impact shop f {ListOptions:{Limit:0 Cursor: Evidence:[] ExcludeTests:false} Depth:2}"},
		{"POST", "/v1/projects/shop/answer", `{"question":"why?","max_evidence":4}`, "answer shop why? {MaxEvidence:4}"},
		{"GET", "/v1/projects/shop/neighbourhood?symbol=f&limit=3&evidence=exact&exclude_tests=true", "",
			"neighbourhood shop f {Limit:3 Cursor: Evidence:[exact] ExcludeTests:true}"},
		{"GET", "/v1/projects/shop/context?symbol=f&limit=9", "", "context shop f 9"},
		{"GET", "/v1/projects/shop/bundle?symbol=f&budget=900", "", "bundle shop f 900"},
		{"GET", "/v1/projects/shop/hubs?kind=call", "", "hubs shop {Kind:call Limit:0 Cursor:}"},
		{"GET", "/v1/projects/shop/files?prefix=a/&role=test&status=skipped&language=go&limit=2", "",
			"files shop {Prefix:a/ Role:test Language:go Status:skipped Limit:2 Cursor:}"},
		{"GET", "/v1/projects/shop/packages?prefix=a", "", "packages shop {Prefix:a Limit:0 Cursor:}"},
		{"GET", "/v1/projects/shop/search?q=tb-&limit=3&tests=true", "", "search shop tb- {Limit:3 Cursor: Tests:true}"},
		{"GET", "/v1/projects/shop/export", "", "export shop"},
	} {
		questions := &fake{}
		status, header, body := send(t, newRequest(t, c.method, start(t, questions, io.Discard, nil)+c.address, c.body))
		if status != http.StatusOK || questions.asked != c.asked {
			t.Errorf("%s: got %d, asked %q, want 200, %q\n%s", c.address, status, questions.asked, c.asked, body)
		}
		if header.Get("X-Request-Id") == "" {
			t.Errorf("%s: no request id", c.address)
		}
	}
}

func TestRefused(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	for _, c := range []struct {
		method, address, body string
		status                int
		detail                string
	}{
		{"GET", "/v1/projects?a=b", "", 400, "unknown parameter"},
		{"GET", "/v1/projects/shop/symbol", "", 400, "parameter symbol is missing"},
		{"GET", "/v1/projects/shop/symbol?symbol=a&symbol=b", "", 400, "given 2 times"},
		{"GET", "/v1/projects/shop/symbol?symbol=a&limit=1", "", 400, `unknown parameter "limit"`},
		{"GET", "/v1/projects/shop/symbol?symbol=a&" + long + "=1", "", 400, "unknown parameter"},
		{"GET", "/v1/projects/shop/callers?symbol=a&limit=-1", "", 400, "limit"},
		{"GET", "/v1/projects/shop/callers?symbol=a&limit=1e9", "", 400, "limit"},
		{"GET", "/v1/projects/shop/callers?symbol=a&evidence=vibes", "", 400, "must be one of"},
		{"GET", "/v1/projects/shop/callers?symbol=a&exclude_tests=maybe", "", 400, "exclude_tests"},
		{"GET", "/v1/projects/shop/callers?symbol=%zz", "", 400, "cannot be read"},
		{"GET", "/v1/projects/Shop/statistics", "", 400, "not a project name"},
		{"GET", "/v1/projects/" + long + "/statistics", "", 400, "not a project name"},
		{"GET", "/v1/projects/other", "", 404, "no project other"},
		{"GET", "/v2", "", 404, "no such address"},
		{"DELETE", "/v1/projects", "", 405, "does not take DELETE"},
		{"POST", "/v1/projects/shop/answer", "", 400, "no application/json"},
		{"POST", "/v1/projects/shop/answer", `{"question":""}`, 400, "question"},
		{"POST", "/v1/projects/shop/answer", `{"question":"a","max_evidence":-1}`, 400, "max_evidence"},
		{"POST", "/v1/projects/shop/answer", `{"quest":"a"}`, 400, "unknown field"},
		{"POST", "/v1/projects/shop/answer", `{"question":"a"} {}`, 400, "behind the document"},
		{"POST", "/v1/projects/shop/answer", `{"question":"` + strings.Repeat("x", 2<<20) + `"}`, 400, "longer than"},
	} {
		status, header, body := send(t, newRequest(t, c.method, start(t, &fake{}, io.Discard, nil)+c.address, c.body))
		var problem httpapi.Problem
		if err := json.Unmarshal([]byte(body), &problem); err != nil {
			t.Fatalf("%.80s: %v in %s", c.address, err, body)
		}
		if status != c.status || problem.Status != c.status || !strings.Contains(problem.Detail, c.detail) || len(problem.Detail) > 300 {
			t.Errorf("%.80s: got %d, %+v, want %d and %q", c.address, status, problem, c.status, c.detail)
		}
		if got := header.Get("Content-Type"); got != "application/problem+json" {
			t.Errorf("%.80s: content type %s", c.address, got)
		}
	}
}

// TestErrors wants the kind's status, the safe message and nothing of the cause.
func TestErrors(t *testing.T) {
	candidate := fault.Candidate{ID: "a.py::f", Path: "a.py", QualifiedName: "f", Kind: "function", StartLine: 1}
	ambiguous := fault.New(fault.Ambiguous, "f is several").Fix("say which").Because(errors.New("secret cause"))
	ambiguous.Candidates = []fault.Candidate{candidate}
	for _, c := range []struct {
		err  error
		want httpapi.Problem
	}{
		{fmt.Errorf("callers of f: %w", ambiguous), httpapi.Problem{Title: "Conflict", Status: 409, Detail: "f is several",
			Kind: fault.Ambiguous, Fixes: []string{"say which"}, Candidates: []fault.Candidate{candidate}}},
		{context.DeadlineExceeded, httpapi.Problem{Title: "Gateway Timeout", Status: 504, Detail: "the time for this request is over", Kind: fault.Timeout}},
		{errors.New("secret cause"), httpapi.Problem{Title: "Internal Server Error", Status: 500, Detail: "internal error; the log has the cause", Kind: fault.Internal}},
	} {
		c.want.Type = "about:blank"
		if c.want.Fixes == nil {
			c.want.Fixes, c.want.Candidates = []string{}, []fault.Candidate{}
		}
		var log bytes.Buffer
		status, _, body := send(t, newRequest(t, "GET", start(t, &fake{err: c.err}, &log, nil)+"/v1/projects/shop/callers?symbol=f", ""))
		var got httpapi.Problem
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || status != c.want.Status {
			t.Errorf("%v: status %d\n%s", c.err, status, diff)
		}
		if strings.Contains(body, "secret") {
			t.Errorf("the cause shows: %s", body)
		}
		if !strings.Contains(log.String(), c.err.Error()) {
			t.Errorf("the log lacks %q: %s", c.err, log.String())
		}
	}
}

func TestHostMustBeLoopback(t *testing.T) {
	url := start(t, &fake{}, io.Discard, nil)
	for host, want := range map[string]int{
		"": 200, "localhost": 200, "LOCALHOST:80": 200, "127.0.0.1:17600": 200, "[::1]:9": 200,
		"evil.example": 421, "evil.example:17600": 421, "127.0.0.1.evil.example": 421, "10.0.0.1": 421,
	} {
		request := newRequest(t, "GET", url+"/v1/projects", "")
		request.Host = host
		if status, _, _ := send(t, request); status != want {
			t.Errorf("host %q: got %d, want %d", host, status, want)
		}
	}
}

func TestRequestID(t *testing.T) {
	var log bytes.Buffer
	url := start(t, &fake{}, &log, nil)
	for given, kept := range map[string]bool{"trace-1.a_B": true, "": false, "two words": false, strings.Repeat("x", 65): false} {
		log.Reset()
		request := newRequest(t, "GET", url+"/v1/projects", "")
		request.Header.Set("X-Request-Id", given)
		_, header, _ := send(t, request)
		id := header.Get("X-Request-Id")
		if id == "" || (id == given) != kept || !strings.Contains(log.String(), `"request_id":"`+id+`"`) {
			t.Errorf("%q became %q, log %s", given, id, log.String())
		}
	}
}

func TestExportCutIsNoWholeReply(t *testing.T) {
	url := start(t, &fake{lines: strings.Repeat("{}\n", 10_000), err: errors.New("lost")}, io.Discard, nil)
	response, err := http.DefaultClient.Do(newRequest(t, "GET", url+"/v1/projects/shop/export", ""))
	if err == nil {
		defer response.Body.Close()
		_, err = io.ReadAll(response.Body)
	}
	if err == nil {
		t.Error("a cut export reads like a whole one")
	}
	status, _, _ := send(t, newRequest(t, "GET", start(t, &fake{err: fault.New(fault.NotFound, "none")}, io.Discard, nil)+"/v1/projects/shop/export", ""))
	if status != http.StatusNotFound {
		t.Errorf("an error before the first line: got %d, want 404", status)
	}
}

func TestHealth(t *testing.T) {
	down := errors.New("down")
	for _, c := range []struct {
		address string
		ready   error
		want    int
	}{{"/healthz", down, 200}, {"/readyz", nil, 200}, {"/readyz", down, 503}} {
		if status, _, _ := send(t, newRequest(t, "GET", start(t, &fake{}, io.Discard, c.ready)+c.address, "")); status != c.want {
			t.Errorf("%s with %v: got %d, want %d", c.address, c.ready, status, c.want)
		}
	}
}

func TestPanicIsOneInternalError(t *testing.T) {
	var log bytes.Buffer
	url := start(t, nil, &log, nil) // nil questions: the handler dereferences nothing
	status, _, _ := send(t, newRequest(t, "GET", url+"/v1/projects", ""))
	if status != http.StatusInternalServerError || !strings.Contains(log.String(), "panic") {
		t.Errorf("got %d, log %s", status, log.String())
	}
}

// TestServeStopsGracefully lets the running request finish and refuses new ones.
func TestServeStopsGracefully(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	entered, leave := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(entered)
		<-leave
		_, _ = io.WriteString(w, "whole")
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- httpapi.Serve(ctx, listener, slow) }()
	body := make(chan string, 1)
	go func() {
		response, err := http.Get("http://" + listener.Addr().String())
		if err != nil {
			body <- err.Error()
			return
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		body <- string(text)
	}()
	<-entered
	cancel()
	waitRefused(t, listener.Addr().String())
	close(leave)
	if got := <-body; got != "whole" {
		t.Errorf("the running request got %q", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}

func waitRefused(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		connection, err := net.Dial("tcp", address)
		if err != nil {
			return
		}
		_ = connection.Close()
	}
	t.Error("new connections are still taken")
}

// TestMethods wants 405 with what an address takes, and HEAD where GET is.
func TestMethods(t *testing.T) {
	url := start(t, &fake{}, io.Discard, nil)
	for _, c := range []struct{ method, address, allow string }{
		{"DELETE", "/v1/projects", "GET, HEAD"}, {"OPTIONS", "/v1/projects/shop/callers", "GET, HEAD"}, {"GET", "/v1/projects/shop/answer", "POST"},
		{"PUT", "/docs", "GET, HEAD"}, {"TRACE", "/metrics", "GET, HEAD"}, {"BREW", "/v1/jobs/x/cancel", "POST"},
	} {
		status, header, body := send(t, newRequest(t, c.method, url+c.address, ""))
		if status != http.StatusMethodNotAllowed || header.Get("Allow") != c.allow || !json.Valid([]byte(body)) {
			t.Errorf("%s %s: got %d, Allow %q, want %q\n%s", c.method, c.address, status, header.Get("Allow"), c.allow, body)
		}
	}
	for _, address := range []string{"/v1/projects", "/openapi.json", "/docs", "/healthz"} {
		status, header, body := send(t, newRequest(t, "HEAD", url+address, ""))
		if status != http.StatusOK || body != "" || header.Get("Content-Length") == "" {
			t.Errorf("HEAD %s: got %d, length %q, body %q", address, status, header.Get("Content-Length"), body)
		}
	}
}

// TestMetrics counts requests by route and status; addresses that are none are one.
func TestMetrics(t *testing.T) {
	url := start(t, &fake{}, io.Discard, nil)
	for _, address := range []string{"/v1/projects/shop/callers?symbol=f", "/v1/projects/other/callers?symbol=g", "/v1/projects/shop/callers", "/a", "/b"} {
		send(t, newRequest(t, "GET", url+address, ""))
	}
	_, _, text := send(t, newRequest(t, "GET", url+"/metrics", ""))
	for _, line := range []string{
		`assay_http_requests_total{method="GET",route="/v1/projects/{project}/callers",status="200"} 2`,
		`assay_http_requests_total{method="GET",route="/v1/projects/{project}/callers",status="400"} 1`,
		`assay_http_requests_total{method="unmatched",route="unmatched",status="404"} 2`,
		`assay_http_request_seconds_count{route="/v1/projects/{project}/callers"} 3`,
		`assay_http_running 1`, `assay_http_rejected_total{reason="busy"} 0`, "go_goroutines", "process_resident_memory_bytes",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("/metrics lacks %s", line)
		}
	}
}
