package httpapi_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"assay/httpapi"
)

// echo stands for the MCP handler.
var echo = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "mcp") })

// TestGuard sends what a web page of another site can make a browser send, to the API and to MCP alike.
func TestGuard(t *testing.T) {
	url := startWith(t, httpapi.Options{Questions: &fake{}, MCP: echo, Log: zerolog.Nop()})
	host := strings.TrimPrefix(url, "http://")
	for _, c := range []struct {
		name, method, host string
		header             map[string]string
		want               int
	}{
		{"no origin", "GET", "", nil, 200},
		{"a rebound name", "GET", "evil.example", nil, 421},
		{"a rebound name with a port", "GET", "evil.example:17600", nil, 421},
		{"a foreign origin", "GET", "", map[string]string{"Origin": "http://evil.example"}, 403},
		{"no origin that can be named", "GET", "", map[string]string{"Origin": "null"}, 403},
		{"an empty origin", "GET", "", map[string]string{"Origin": ""}, 403},
		{"another port of this machine", "GET", "", map[string]string{"Origin": "http://127.0.0.1:1"}, 403},
		{"an origin that begins like ours", "GET", "", map[string]string{"Origin": url + ".evil.example"}, 403},
		{"a file", "GET", "", map[string]string{"Origin": "file://"}, 403},
		{"a pre-flight", "OPTIONS", "", map[string]string{"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}, 403},
		{"a foreign post", "POST", "", map[string]string{"Origin": "http://evil.example", "Content-Type": "text/plain"}, 403},
		{"a foreign script", "GET", "", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"a script of another port", "GET", "", map[string]string{"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"a foreign form", "POST", "", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403},
		{"a link that was followed", "GET", "", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 200},
		{"our own page", "GET", "", map[string]string{"Origin": "http://" + host, "Sec-Fetch-Site": "same-origin"}, 200},
		{"our own page behind a proxy with TLS", "GET", "", map[string]string{"Origin": "https://" + host}, 200},
	} {
		for _, address := range []string{"/v1/projects", "/mcp", "/docs", "/openapi.json", "/metrics", "/healthz"} {
			request := newRequest(t, c.method, url+address, "")
			request.Host = c.host
			for name, value := range c.header {
				request.Header.Set(name, value)
			}
			status, header, body := send(t, request)
			if status != c.want {
				t.Errorf("%s at %s: got %d, want %d\n%s", c.name, address, status, c.want, body)
			}
			for name := range header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("%s at %s: the reply has %s", c.name, address, name)
				}
			}
			if c.want >= 400 && !json.Valid([]byte(body)) {
				t.Errorf("%s at %s: no problem document: %s", c.name, address, body)
			}
		}
	}
}

// TestTokens wants a known token at every address but the probes.
func TestTokens(t *testing.T) {
	const first, second = "0123456789abcdef", "fedcba9876543210"
	url := startWith(t, httpapi.Options{
		Questions: &fake{}, MCP: echo, Log: zerolog.Nop(), Listen: "0.0.0.0:1", Tokens: []string{first, second},
	})
	for given, want := range map[string]int{
		"": 401, "Bearer " + first: 200, "bearer " + second: 200, "Bearer": 401, "Bearer ": 401, "Bearer " + first + "x": 401, "Bearer " + first[:15]: 401,
		"Basic " + first: 401, first: 401, "Bearer " + first + "," + second: 401,
	} {
		for _, address := range []string{"/v1/projects", "/mcp", "/docs", "/openapi.json", "/metrics", "/nowhere"} {
			request := newRequest(t, "GET", url+address, "")
			request.Host = "assay.example"
			if given != "" {
				request.Header.Set("Authorization", given)
			}
			status, header, body := send(t, request)
			if address == "/nowhere" && want == 200 {
				status -= 204
			}
			if status != want || (want == 401) != strings.HasPrefix(header.Get("WWW-Authenticate"), "Bearer") {
				t.Errorf("%q at %s: got %d, want %d, header %v\n%s", given, address, status, want, header, body)
			}
			if strings.Contains(body, first) {
				t.Errorf("%q at %s: the reply holds a token", given, address)
			}
		}
	}
	request := newRequest(t, "GET", url+"/healthz", "")
	if status, _, _ := send(t, request); status != http.StatusOK {
		t.Errorf("/healthz without a token: got %d, want 200", status)
	}
}
