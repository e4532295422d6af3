package bench

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// sent is what several clients saw.
type sent struct {
	times   []time.Duration // of those that were answered, sorted
	failed  int
	first   error // of those that failed
	elapsed time.Duration
}

// merge adds what was seen in another turn.
func (s *sent) merge(other sent) {
	s.times = append(s.times, other.times...)
	slices.Sort(s.times)
	s.failed += other.failed
	s.elapsed += other.elapsed
	if s.first == nil {
		s.first = other.first
	}
}

func (s *sent) perSecond() float64 {
	if s.elapsed <= 0 {
		return 0
	}
	return float64(len(s.times)) / s.elapsed.Seconds()
}

// pace says how long clients go on.
type pace struct {
	clients int
	time    time.Duration
	once    bool // no question twice
}

// drive lets clients send questions 0 to count-1 in turn, each client the next one as soon as it has its reply.
func drive(ctx context.Context, p pace, count int, send func(ctx context.Context, i int) error) sent {
	var (
		next   atomic.Int64
		all    sent
		mu     sync.Mutex
		group  sync.WaitGroup
		start  = time.Now()
		limit  = start.Add(p.time)
		finish = func(i int) bool {
			return ctx.Err() != nil || p.once && i >= count || time.Now().After(limit)
		}
	)
	for range p.clients {
		group.Go(func() {
			var own sent
			for i := int(next.Add(1)) - 1; !finish(i); i = int(next.Add(1)) - 1 {
				began := time.Now()
				if err := send(ctx, i%count); err != nil {
					own.failed++
					own.first = err
					continue
				}
				own.times = append(own.times, time.Since(began))
			}
			mu.Lock()
			defer mu.Unlock()
			all.merge(own)
		})
	}
	group.Wait()
	all.elapsed = time.Since(start)
	return all
}

func median(times []time.Duration) time.Duration {
	return percentile(slices.Sorted(slices.Values(times)), 50)
}

// percentile of sorted times, by nearest rank; 0 of none.
func percentile(times []time.Duration, p int) time.Duration {
	if len(times) == 0 {
		return 0
	}
	return times[max(0, (len(times)*p+99)/100-1)]
}

// newClient makes an HTTP client that keeps a connection for each of so many senders.
func newClient(clients int) *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConns: clients, MaxIdleConnsPerHost: clients, DisableCompression: true}}
}

// send asks one question and reads the reply to its end.
func send(ctx context.Context, client *http.Client, base string, q Request) error {
	request, err := http.NewRequestWithContext(ctx, q.Method, base+q.Path, strings.NewReader(q.Body))
	if err != nil {
		return err
	}
	if q.Body == "" {
		request.Body = nil
	} else {
		request.Header.Set("Content-Type", "application/json")
	}
	reply, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = reply.Body.Close() }() // it was read to its end
	if reply.StatusCode == http.StatusOK {
		_, err := io.Copy(io.Discard, reply.Body)
		return err
	}
	const shown = 500 // bytes
	body, _ := io.ReadAll(io.LimitReader(reply.Body, shown))
	return fmt.Errorf("%s %s: %s: %s", q.Method, q.Path, reply.Status, body)
}
