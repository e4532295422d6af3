package httpapi_test

import (
	"flag"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite docs/openapi.json")

// TestDocument compares what is served with docs/openapi.json: a change of the API shows up in review.
func TestDocument(t *testing.T) {
	const golden = "../docs/openapi.json"
	status, header, body := send(t, newRequest(t, "GET", start(t, &fake{}, io.Discard, nil)+"/openapi.json", ""))
	if status != http.StatusOK || header.Get("Content-Type") != "application/json" {
		t.Fatalf("got %d, %s", status, header.Get("Content-Type"))
	}
	if *update {
		if err := os.WriteFile(golden, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), body); diff != "" {
		t.Errorf("docs/openapi.json is not what is served; go test ./httpapi -run TestDocument -update rewrites it:\n%s", diff)
	}
}

// TestDocsLoadNothing wants a page that works without any other host and shows every operation.
func TestDocsLoadNothing(t *testing.T) {
	url := start(t, &fake{}, io.Discard, nil)
	status, header, page := send(t, newRequest(t, "GET", url+"/docs", ""))
	if status != http.StatusOK || !strings.HasPrefix(header.Get("Content-Type"), "text/html") ||
		!strings.Contains(header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Fatalf("got %d, %v", status, header)
	}
	if found := regexp.MustCompile(`(?i)<script|src=|https?://|@import|url\(`).FindString(page); found != "" {
		t.Errorf("the page loads something: %q", found)
	}
	_, _, document := send(t, newRequest(t, "GET", url+"/openapi.json", ""))
	for _, id := range regexp.MustCompile(`"operationId": "([^"]+)"`).FindAllStringSubmatch(document, -1) {
		if !strings.Contains(page, `id="op-`+id[1]+`"`) {
			t.Errorf("the page lacks %s", id[1])
		}
	}
}
