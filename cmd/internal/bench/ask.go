package bench

import (
	"context"
	"fmt"
	"io"
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
	Samples     int // functions asked about, spread over the project
}

// Ask measures every question, in process and over HTTP.
func (a Asker) Ask(ctx context.Context) ([]Latency, error) {
	spread, busiest, err := a.sample(ctx)
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
		for _, asked := range []struct {
			about, way string
			symbols    []string
			ask        func(string) error
		}{
			{"spread", "in process", spread, inProcess}, {"spread", "HTTP", spread, overHTTP}, {"most called", "HTTP", busiest, overHTTP},
		} {
			latency, err := a.measure(asked.symbols, asked.ask)
			if err != nil {
				return nil, fmt.Errorf("ask %s %s: %w", question.name, asked.way, err)
			}
			latency.Question, latency.About, latency.Way = question.name, asked.about, asked.way
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
