package httpapi

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what /metrics tells of one API.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	running  prometheus.Gauge
	rejected *prometheus.CounterVec
}

// latencies are the bounds of the histogram in seconds: from a lookup in memory to the limit of time.
var latencies = []float64{.001, .002, .004, .008, .015, .03, .06, .125, .25, .5, 1, 2, 5, 10, 30}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_http_requests_total", Help: "Requests that ended, by route and status.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "assay_http_request_seconds", Help: "Time of a request, by route.", Buckets: latencies,
		}, []string{"route"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "assay_http_running", Help: "Requests that run now.",
		}),
		rejected: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_http_rejected_total", Help: "Requests that were refused before they were read: busy, host, origin, token.",
		}, []string{"reason"}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.running, m.rejected,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, reason := range []string{"busy", "host", "origin", "token"} {
		m.rejected.WithLabelValues(reason)
	}
	return m
}

// unmatched stands for every address that is none: callers must not make labels.
const unmatched = "unmatched"

func (m *metrics) count(method, route string, status int, took time.Duration) {
	if route == "" {
		route = unmatched
	}
	if route == unmatched || status == http.StatusMethodNotAllowed {
		method = unmatched
	}
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

func (m *metrics) reject(reason string) { m.rejected.WithLabelValues(reason).Inc() }

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
