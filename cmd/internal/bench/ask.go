package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"assay/httpapi"
	"assay/queries"
)

// impactDepth is the depth of the measured impact.
const impactDepth = 4

// question is one kind of question, in process and over HTTP.
type question struct {
	name    string
	ask     func(ctx context.Context, project, symbol string) error
	address string // behind /v1/projects/{project}/
}

func questions(q httpapi.Questions) []question {
	return []question{
		{"symbol", func(ctx context.Context, project, symbol string) error {
			_, err := q.Symbol(ctx, project, symbol)
			return err
		}, "symbol?"},
		{"callers", func(ctx context.Context, project, symbol string) error {
			_, err := q.Callers(ctx, project, symbol, queries.ListOptions{})
			return err
		}, "callers?"},
		{"covering tests", func(ctx context.Context, project, symbol string) error {
			_, err := q.Tests(ctx, project, symbol, queries.ListOptions{})
			return err
		}, "tests?"},
		{"impact, depth 4", func(ctx context.Context, project, symbol string) error {
			_, err := q.Impact(ctx, project, symbol, queries.ImpactOptions{Depth: impactDepth})
			return err
		}, fmt.Sprintf("impact?depth=%d&", impactDepth)},
	}
}

// Asker measures the latency of questions about functions of one project, one client at a time.
type Asker struct {
	Questions   httpapi.Questions
	DatabasePID int
	Project     string
	Samples     int // functions asked about
}

// Ask measures every question, in process and over HTTP.
func (a Asker) Ask(ctx context.Context) ([]Latency, error) {
	symbols, err := a.sample(ctx)
	if err != nil {
		return nil, err
	}
	base, stop, err := a.serve(ctx)
	if err != nil {
		return nil, err
	}
	defer stop()
	client := &http.Client{}
	defer client.CloseIdleConnections()
	var latencies []Latency
	for _, question := range questions(a.Questions) {
		inProcess := func(symbol string) error { return question.ask(ctx, a.Project, symbol) }
		overHTTP := func(symbol string) error {
			return get(ctx, client, base+question.address+"symbol="+url.QueryEscape(symbol))
		}
		for _, way := range []struct {
			name string
			ask  func(string) error
		}{{"in process", inProcess}, {"HTTP", overHTTP}} {
			latency, err := a.measure(symbols, way.ask)
			if err != nil {
				return nil, fmt.Errorf("ask %s %s: %w", question.name, way.name, err)
			}
			latency.Question, latency.Way = question.name, way.name
			latencies = append(latencies, latency)
		}
	}
	return latencies, nil
}

// measure asks about every symbol twice and keeps the second round: the plans are cached by then, as in a service that
// has been up for a while.
func (a Asker) measure(symbols []string, ask func(string) error) (Latency, error) {
	for _, symbol := range symbols {
		if err := ask(symbol); err != nil {
			return Latency{}, fmt.Errorf("%s: %w", symbol, err)
		}
	}
	database, err := processTime(a.DatabasePID)
	if err != nil {
		return Latency{}, err
	}
	service := own()
	times := make([]time.Duration, 0, len(symbols))
	for _, symbol := range symbols {
		start := time.Now()
		if err := ask(symbol); err != nil {
			return Latency{}, fmt.Errorf("%s: %w", symbol, err)
		}
		times = append(times, time.Since(start))
	}
	service = own() - service
	after, err := processTime(a.DatabasePID)
	if err != nil {
		return Latency{}, err
	}
	slices.Sort(times)
	return Latency{
		Asked: len(times), P50: percentile(times, 50), P99: percentile(times, 99),
		CPU: (service + after - database) / time.Duration(len(times)),
	}, nil
}

// percentile of sorted times, by nearest rank.
func percentile(times []time.Duration, p int) time.Duration {
	return times[max(0, (len(times)*p+99)/100-1)]
}

// serve opens the API on a free port.
func (a Asker) serve(ctx context.Context) (base string, stop func(), err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("listen: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	handler := httpapi.New(httpapi.Options{
		Questions: a.Questions, Ready: func(context.Context) error { return nil },
		Log: zerolog.Nop(), Listen: listener.Addr().String(),
	})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = httpapi.Serve(ctx, listener, handler) // a server that failed fails the questions
	}()
	return fmt.Sprintf("http://%s/v1/projects/%s/", listener.Addr(), a.Project), func() {
		cancel()
		<-ended
	}, nil
}

func get(ctx context.Context, client *http.Client, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	reply, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = reply.Body.Close() }() // it was read to its end
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		return err
	}
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", reply.Status, body)
	}
	return nil
}

// sample picks functions evenly from the whole project, the same ones in each run.
func (a Asker) sample(ctx context.Context) ([]string, error) {
	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { writer.CloseWithError(a.Questions.Export(ctx, a.Project, writer)) }()
	defer func() { _ = reader.Close() }() // ends the export when it was not read to its end
	var picked []string
	seen := 0
	random := rand.New(rand.NewPCG(1, 2))
	err := functions(reader, func(id string) {
		seen++
		if len(picked) < a.Samples {
			picked = append(picked, id)
		} else if at := random.IntN(seen); at < a.Samples {
			picked[at] = id
		}
	})
	if err == nil && len(picked) == 0 {
		err = errors.New("it has none")
	}
	if err != nil {
		return nil, fmt.Errorf("pick functions of %s: %w", a.Project, err)
	}
	return picked, nil
}

// functions finds the functions of an export.
func functions(export io.Reader, found func(id string)) error {
	for lines := json.NewDecoder(export); ; {
		var node struct {
			Kind   string   `json:"t"`
			Labels []string `json:"labels"`
			ID     string   `json:"id"`
		}
		if err := lines.Decode(&node); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if node.Kind == "node" && slices.Contains(node.Labels, "Function") {
			found(node.ID)
		}
	}
}
