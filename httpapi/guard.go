package httpapi

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"assay/internal/fault"
)

// guard decides who may ask at all. It stands before every address, whatever answers behind it.
type guard struct {
	loopback bool
	tokens   [][sha256.Size]byte
	metrics  *metrics
}

func newGuard(listen string, tokens []string, metrics *metrics) *guard {
	g := &guard{loopback: IsLoopback(hostOf(listen)), metrics: metrics}
	for _, token := range tokens {
		g.tokens = append(g.tokens, sha256.Sum256([]byte(token)))
	}
	return g
}

// open are the addresses that need no token: probes have none, and learn nothing there.
var open = []string{"/healthz", "/readyz"}

// protect refuses what a web page of another site can make a visitor's browser send, and what carries no token where one
// is demanded.
func (g *guard) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		switch {
		case g.loopback && !IsLoopback(hostOf(r.Host)):
			g.refuse(w, "host", http.StatusMisdirectedRequest, fault.New(fault.Invalid, "the Host header names no loopback address").
				Fix("call the service as localhost or 127.0.0.1"))
		case foreign(r):
			g.refuse(w, "origin", http.StatusForbidden, fault.New(fault.Invalid, "the request comes from a page of another origin").
				Fix("ask from a program, or from a page that this service serves"))
		case len(g.tokens) > 0 && !slices.Contains(open, r.URL.Path) && !g.known(r):
			w.Header().Set("WWW-Authenticate", `Bearer realm="assay"`)
			g.refuse(w, "token", http.StatusUnauthorized, fault.New(fault.Invalid, "no known bearer token is given").
				Fix("send Authorization: Bearer TOKEN with a token that the service was started with"))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (g *guard) refuse(w http.ResponseWriter, reason string, status int, err error) {
	g.metrics.reject(reason)
	writeProblem(w, NewProblem(err).as(status))
}

// foreign tells a request that a page of another origin made: a name rebound to this address, a form, a script, an image.
// Programs send neither of the headers. Following a link is not foreign: the other page never sees what comes back.
func foreign(r *http.Request) bool {
	if origins := r.Header.Values("Origin"); len(origins) > 0 {
		origin, err := url.Parse(origins[0])
		return len(origins) > 1 || err != nil || origin.Host == "" || !strings.EqualFold(origin.Host, r.Host)
	}
	site, mode := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Mode")
	link := mode == "navigate" && (r.Method == http.MethodGet || r.Method == http.MethodHead)
	return (site == "cross-site" || site == "same-site") && !link
}

// known compares the bearer token with all tokens in a time that depends on neither.
func (g *guard) known(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return false
	}
	given, found := sha256.Sum256([]byte(strings.TrimSpace(token))), 0
	for _, one := range g.tokens {
		found |= subtle.ConstantTimeCompare(given[:], one[:])
	}
	return found == 1
}

func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}

// IsLoopback tells a host that only this machine reaches.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
