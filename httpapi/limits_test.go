package httpapi_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"assay/httpapi"
	"assay/queries"
)

// slow answers callers when it is told to, or when the request ends.
type slow struct {
	fake
	entered chan struct{}
	leave   chan struct{}
}

func newSlow() *slow { return &slow{entered: make(chan struct{}, 1000), leave: make(chan struct{})} }

func (s *slow) Callers(ctx context.Context, _, _ string, _ queries.ListOptions) (*queries.Envelope[queries.Item], error) {
	s.entered <- struct{}{}
	select {
	case <-s.leave:
		return &queries.Envelope[queries.Item]{}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *slow) Answer(ctx context.Context, project, question string, o queries.AnswerOptions) (*queries.Answer, error) {
	if _, err := s.Callers(ctx, project, question, queries.ListOptions{}); err != nil {
		return nil, err
	}
	return &queries.Answer{}, nil
}

// TestRunningIsBounded fills every place; the next request is told to come back, and probes still answer.
func TestRunningIsBounded(t *testing.T) {
	const places = 4
	questions := newSlow()
	url := startWith(t, httpapi.Options{Questions: questions, Log: zerolog.Nop(), Running: places, MCP: echo, Ready: func(context.Context) error { return nil }})
	var waiting sync.WaitGroup
	for range places {
		waiting.Go(func() {
			if status, _, body := send(t, newRequest(t, "GET", url+"/v1/projects/shop/callers?symbol=f", "")); status != 200 {
				t.Errorf("a running request got %d %s", status, body)
			}
		})
	}
	for range places {
		<-questions.entered
	}
	for _, address := range []string{"/v1/projects", "/v1/projects/shop/callers?symbol=f"} {
		status, header, _ := send(t, newRequest(t, "GET", url+address, ""))
		if status != 503 || header.Get("Retry-After") == "" {
			t.Errorf("%s beyond the limit: got %d, Retry-After %q", address, status, header.Get("Retry-After"))
		}
	}
	if status, _, _ := send(t, newRequest(t, "POST", url+"/mcp", "{}")); status != 503 {
		t.Errorf("/mcp beyond the limit: got %d", status)
	}
	for _, address := range []string{"/healthz", "/readyz", "/metrics", "/docs"} {
		if status, _, _ := send(t, newRequest(t, "GET", url+address, "")); status != 200 {
			t.Errorf("%s while all places are taken: got %d", address, status)
		}
	}
	close(questions.leave)
	waiting.Wait()
	if status, _, _ := send(t, newRequest(t, "GET", url+"/v1/projects", "")); status != 200 {
		t.Errorf("after the rush: got %d", status)
	}
	if _, _, text := send(t, newRequest(t, "GET", url+"/metrics", "")); !strings.Contains(text, `assay_http_rejected_total{reason="busy"} 3`) {
		t.Errorf("the metrics do not tell of 3 refused requests:\n%.500s", text)
	}
}

// TestClientThatHangsUp ends what runs for it.
func TestClientThatHangsUp(t *testing.T) {
	questions := newSlow()
	url := startWith(t, httpapi.Options{Questions: questions, Log: zerolog.Nop(), Running: 1})
	for range 20 { // one place: each must have been given back
		ctx, hangUp := context.WithCancel(t.Context())
		request := newRequest(t, "GET", url+"/v1/projects/shop/callers?symbol=f", "").WithContext(ctx)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			if response, err := http.DefaultClient.Do(request); err == nil {
				_ = response.Body.Close()
				if response.StatusCode == http.StatusServiceUnavailable {
					t.Error("the place of the client before is still taken")
				}
			}
		}()
		<-questions.entered
		hangUp()
		<-ended
		waitUntil(t, func() bool {
			status, _, _ := send(t, newRequest(t, "GET", url+"/v1/projects", ""))
			return status == http.StatusOK
		})
	}
}

// waitUntil asks until something holds; a test that waits in vain fails by go test's own limit.
func waitUntil(t *testing.T, holds func() bool) {
	t.Helper()
	for !holds() {
		if err := t.Context().Err(); err != nil {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
}

// TestThousandConnections leaves a thousand half-sent requests open; others are answered, and all of them end.
func TestThousandConnections(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	handler := httpapi.New(httpapi.Options{Questions: &fake{}, Log: zerolog.Nop(), Listen: listener.Addr().String()})
	before := runtime.NumGoroutine()
	go func() { ended <- httpapi.Serve(ctx, listener, handler) }()
	open := make([]net.Conn, 1000)
	for i := range open {
		if open[i], err = net.Dial("tcp", listener.Addr().String()); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(open[i], "GET /v1/projects HTTP/1.1\r\nHost: localhost\r\nX-Slow: "); err != nil {
			t.Fatal(err)
		}
	}
	if status, _, _ := send(t, newRequest(t, "GET", "http://"+listener.Addr().String()+"/v1/projects", "")); status != 200 {
		t.Errorf("beside 1,000 slow clients: got %d", status)
	}
	for _, connection := range open {
		_ = connection.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	waitUntil(t, func() bool { return runtime.NumGoroutine() <= before+10 })
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// TestSlowHeaderAndBody wants the connection of a client that sends a byte now and then to be cut.
func TestSlowHeaderAndBody(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- httpapi.Serve(ctx, listener, httpapi.New(httpapi.Options{Questions: &fake{}, Log: zerolog.Nop(), Listen: listener.Addr().String()}))
	}()
	var waiting sync.WaitGroup
	for name, c := range map[string]struct{ sent, want string }{
		"header": {"GET /v1/projects HTTP/1.1\r\nHost: localhost\r\nX: ", ""},
		"body": {"POST /v1/projects/shop/answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"q",
			"HTTP/1.1 408 "},
		"early end": {"POST /v1/projects/shop/answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
			"HTTP/1.1 400 "},
	} {
		waiting.Go(func() {
			connection, err := net.Dial("tcp", listener.Addr().String())
			if err != nil {
				t.Error(err)
				return
			}
			defer connection.Close()
			_, _ = io.WriteString(connection, c.sent)
			line, _ := bufio.NewReader(connection).ReadString('\n')
			if !strings.HasPrefix(line, c.want) || c.want == "" && line != "" {
				t.Errorf("%s: got %q, want %q", name, line, c.want)
			}
		})
	}
	waiting.Wait()
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// TestNothingIsLeft asks 10,000 questions of every sort and wants as many goroutines, and about as much memory, as after
// the first 1,000.
func TestNothingIsLeft(t *testing.T) {
	url := startWith(t, httpapi.Options{Questions: &fake{lines: "{}\n"}, Log: zerolog.Nop(), MCP: echo})
	requests := []struct{ method, address, body string }{
		{"GET", "/v1/projects", ""}, {"GET", "/v1/projects/shop/callers?symbol=f", ""}, {"GET", "/v1/projects/shop/callers?symbol=f&limit=x", ""},
		{"POST", "/v1/projects/shop/answer", `{"question":"why?"}`}, {"POST", "/v1/projects/shop/answer", `{"question":`}, {"GET", "/nowhere/" + strings.Repeat("x", 100), ""},
		{"GET", "/v1/projects/shop/export", ""}, {"DELETE", "/v1/projects", ""}, {"POST", "/mcp", "{}"}, {"GET", "/metrics", ""},
	}
	ask := func(times int) {
		for i := range times {
			c := requests[i%len(requests)]
			request := newRequest(t, c.method, url+c.address, c.body)
			if c.address[:4] == "/now" {
				request.URL.Path += fmt.Sprint(i) // addresses must not become metrics
			}
			send(t, request)
		}
	}
	measure := func() (int, uint64) {
		http.DefaultClient.CloseIdleConnections()
		var memory runtime.MemStats
		for range 3 {
			runtime.GC()
		}
		runtime.ReadMemStats(&memory)
		return runtime.NumGoroutine(), memory.HeapAlloc
	}
	ask(1000)
	goroutines, heap := measure()
	ask(10_000)
	waitUntil(t, func() bool { now, _ := measure(); return now <= goroutines+5 })
	if _, now := measure(); now > heap+4<<20 {
		t.Errorf("the heap grew from %d to %d bytes", heap, now)
	}
}

// TestTimeOfReadingIsNoLimitOfAnswering holds requests longer than a server gives them to arrive: they must not be cut.
func TestTimeOfReadingIsNoLimitOfAnswering(t *testing.T) {
	questions := newSlow()
	server := httptest.NewUnstartedServer(httpapi.New(httpapi.Options{Questions: questions, Log: zerolog.Nop(), Listen: "127.0.0.1:0"}))
	server.Config.ReadTimeout = 200 * time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	time.AfterFunc(5*server.Config.ReadTimeout, func() { close(questions.leave) })
	var waiting sync.WaitGroup
	for _, c := range []struct{ method, address, body string }{
		{"GET", "/v1/projects/shop/callers?symbol=f", ""}, {"POST", "/v1/projects/shop/answer", `{"question":"why?"}`},
	} {
		waiting.Go(func() {
			if status, _, body := send(t, newRequest(t, c.method, server.URL+c.address, c.body)); status != 200 {
				t.Errorf("%s %s: got %d %s", c.method, c.address, status, body)
			}
		})
	}
	waiting.Wait()
}

// TestStreamsEndWithTheService leaves a client listening on /mcp while the service stops: it must not wait for that one.
func TestStreamsEndWithTheService(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	entered, left := make(chan struct{}), make(chan struct{})
	stream := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		close(entered)
		<-r.Context().Done()
		close(left)
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- httpapi.Serve(ctx, listener, httpapi.New(httpapi.Options{Questions: &fake{}, Log: zerolog.Nop(), MCP: stream, Listen: listener.Addr().String()}))
	}()
	response, err := http.DefaultClient.Do(newRequest(t, "GET", "http://"+listener.Addr().String()+"/mcp", ""))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	<-entered
	stop()
	<-left
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}
