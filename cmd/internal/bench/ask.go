package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"assay/cypher/replay"
)

// Asker measures questions about functions of one project over HTTP.
type Asker struct {
	Service     *Service
	DatabasePID int
	Project     string
	Export      Exporter
	Samples     int           // functions asked about, spread over the project
	Clients     []int         // numbers of clients, ascending
	Time        time.Duration // of one measurement
	// Bare sends the same statements by a driver alone where it is set, beside the largest number of clients.
	Bare *Bare
	Note func(format string, args ...any)
}

// Bare finds out which statements a question sends, and sends them.
type Bare struct {
	Handler  http.Handler // the API over a store that Recorder observes
	Recorder *replay.Recorder
	Loop     *replay.Loop
	Close    func(context.Context)
}

// rounds is how often service and bare driver take turns, so that what else the machine does hits both.
const rounds = 2

// How a kind of question is warmed: by so many clients at least, the first time so many times as long.
const (
	warmClients = 8
	warmTimes   = 5
)

// Ask measures every question that the service offers.
func (a Asker) Ask(ctx context.Context) (Asked, error) {
	sample, err := a.sample(ctx)
	if err != nil {
		return Asked{}, err
	}
	result := Asked{Project: a.Project, Functions: int64(sample.functions)}
	offered, err := a.offered(ctx)
	if err != nil {
		return Asked{}, err
	}
	for _, q := range questions() {
		if q.offer != "" && !offered[q.offer] {
			result.Absent = append(result.Absent, q.name)
			continue
		}
		a.Note("asking %s: %s", a.Project, q.name)
		for _, clients := range a.Clients {
			latency, err := a.measure(ctx, q, spreadSample, sample.spread, clients)
			if err != nil {
				return Asked{}, err
			}
			result.Latencies = append(result.Latencies, latency)
		}
		if !q.once {
			latency, err := a.measure(ctx, q, busiestSample, sample.busiest, 1)
			if err != nil {
				return Asked{}, err
			}
			result.Latencies = append(result.Latencies, latency)
		}
	}
	return result, nil
}

// offered reads the service's document for the addresses that it has.
func (a Asker) offered(ctx context.Context) (map[string]bool, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.Service.Base+"/openapi.json", nil)
	if err != nil {
		return nil, fmt.Errorf("read what the service offers: %w", err)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("read what the service offers: %w", err)
	}
	defer func() { _ = reply.Body.Close() }() // what matters was read
	var document struct {
		Paths map[string]any `json:"paths"`
	}
	if err := json.NewDecoder(reply.Body).Decode(&document); err != nil {
		return nil, fmt.Errorf("read what the service offers: %w", err)
	}
	offered := map[string]bool{}
	for path := range document.Paths {
		offered[path] = true
	}
	return offered, nil
}

// requests are the questions about all symbols.
func (a Asker) requests(q question, symbols []string, clients int) (all []Request) {
	for _, symbol := range symbols {
		all = append(all, q.about(asked{a.Project, symbol, clients})...)
	}
	return all
}

// measure asks with warm plans: as in a service that has been up for a while.
func (a Asker) measure(ctx context.Context, q question, about string, symbols []string, clients int) (Latency, error) {
	requests := a.requests(q, symbols, clients)
	client := newClient(clients)
	defer client.CloseIdleConnections()
	overHTTP := func(ctx context.Context, i int) error { return send(ctx, client, a.Service.Base, requests[i]) }
	p := pace{clients: clients, time: a.Time, once: q.once}
	a.warm(ctx, q, symbols, clients, client)
	result := Latency{Question: q.name, About: about, Clients: clients}
	var calls [][]replay.Call
	if a.Bare != nil && about == spreadSample && clients == a.Clients[len(a.Clients)-1] && clients > 1 && !q.once {
		calls = a.Bare.record(ctx, requests)
		p.time /= rounds
	}
	return a.turns(ctx, result, p, len(requests), overHTTP, calls)
}

// warm asks until plans are cached and the server has compiled what it runs: about every function once, longest before the
// first measurement of a kind. Questions that must be new are asked in other words.
func (a Asker) warm(ctx context.Context, q question, symbols []string, clients int, client *http.Client) {
	p, words := pace{clients: max(clients, warmClients), time: a.Time, once: true}, clients
	if clients == a.Clients[0] {
		p.time *= warmTimes
	}
	if q.once {
		words += 100
	}
	requests := a.requests(q, symbols, words)
	drive(ctx, p, len(requests), func(ctx context.Context, i int) error { return send(ctx, client, a.Service.Base, requests[i]) })
}

// turns lets service and, where there are statements, bare driver take turns.
func (a Asker) turns(ctx context.Context, result Latency, p pace, count int, overHTTP func(context.Context, int) error, calls [][]replay.Call) (Latency, error) {
	var served, bare sent
	var used usage
	for round := range rounds {
		if round > 0 && calls == nil {
			break
		}
		before, err := a.usage()
		if err != nil {
			return result, err
		}
		served.merge(drive(ctx, p, count, overHTTP))
		after, err := a.usage()
		if err != nil {
			return result, err
		}
		used = used.plus(after.minus(before))
		if calls != nil {
			bare.merge(drive(ctx, p, count, func(ctx context.Context, i int) error { return a.Bare.Loop.Run(ctx, calls[i]) }))
		}
	}
	if bare.first != nil {
		return result, fmt.Errorf("ask %s by the driver alone: %w", result.Question, bare.first)
	}
	result.Asked, result.Failed = len(served.times), served.failed
	if served.first != nil {
		result.Error = served.first.Error()
	}
	result.P50, result.P99 = percentile(served.times, 50), percentile(served.times, 99)
	result.PerSecond, result.Bare = served.perSecond(), bare.perSecond()
	if n := time.Duration(result.Asked); n > 0 {
		result.Service, result.Database = used.service/n, used.database/n
	}
	return result, ctx.Err()
}

// usage is the processor time of both sides.
type usage struct{ service, database time.Duration }

func (u usage) minus(o usage) usage { return usage{u.service - o.service, u.database - o.database} }
func (u usage) plus(o usage) usage  { return usage{u.service + o.service, u.database + o.database} }

func (a Asker) usage() (usage, error) {
	service, err := processTime(a.Service.PID)
	if err != nil {
		return usage{}, err
	}
	database, err := processTime(a.DatabasePID)
	return usage{service, database}, err
}

// record finds the statements of each question; nil when a question sends none that a store sees.
func (b *Bare) record(ctx context.Context, requests []Request) [][]replay.Call {
	all := make([][]replay.Call, len(requests))
	for i, q := range requests {
		request := httptest.NewRequestWithContext(ctx, q.Method, "http://127.0.0.1"+q.Path, strings.NewReader(q.Body))
		request.Header.Set("Content-Type", "application/json")
		b.Handler.ServeHTTP(httptest.NewRecorder(), request)
		if all[i] = b.Recorder.Take(); len(all[i]) == 0 {
			return nil
		}
	}
	return all
}
