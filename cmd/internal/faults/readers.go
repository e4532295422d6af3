package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	readers     = 4
	readTimeout = 20 * time.Second
	readPause   = 10 * time.Millisecond // after a request that got no answer
	// complaints bounds the list of what is wrong: the first few say enough.
	complaints = 20
)

// watch is the readers and what they saw.
type watch struct {
	base      string // address of the API
	project   string
	published atomic.Int64 // version of the repository whose load has succeeded
	written   atomic.Int64 // newest version that a load may see

	mutex    sync.Mutex
	seen     Reading
	versions map[int64]int // version of the index -> version of the repository
	answered time.Time
}

// questions are asked in turn; every reply lists the callers of the marker.
var questions = []string{"callers", "impact"}

// read asks until the context ends.
func (w *watch) read(ctx context.Context) {
	client := &http.Client{Timeout: readTimeout}
	defer client.CloseIdleConnections()
	for n := 0; ctx.Err() == nil; n++ {
		address := fmt.Sprintf("%s/v1/projects/%s/%s?symbol=%s&limit=1000", w.base, w.project, questions[n%len(questions)], url.QueryEscape(marker))
		floor := int(w.published.Load())
		body, status, err := get(ctx, client, address)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil || status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout:
			w.silent()
			time.Sleep(readPause)
		case status == http.StatusNotFound && floor == 0:
			time.Sleep(readPause) // nothing was published yet
		case status != http.StatusOK:
			w.complain(&w.seen.Odd, "status %d: %s", status, body)
		default:
			w.check(body, floor)
		}
	}
}

func get(ctx context.Context, client *http.Client, address string) (body []byte, status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, 0, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	return body, response.StatusCode, err
}

// reply is what the readers look at of a list of callers.
type reply struct {
	Items []item `json:"items"`
	Total int    `json:"total"`
	Index struct {
		Version int64 `json:"version"`
	} `json:"index"`
}

type item struct {
	Symbol struct {
		QualifiedName string `json:"qualified_name"`
	} `json:"symbol"`
}

// check judges one reply. floor is the version that was published before it was asked for.
func (w *watch) check(body []byte, floor int) {
	var r reply
	if err := json.Unmarshal(body, &r); err != nil {
		w.complain(&w.seen.Odd, "no JSON: %s", body)
		return
	}
	found := map[string]int{}
	for _, item := range r.Items {
		_, version, _ := strings.Cut(item.Symbol.QualifiedName, "_v")
		found[version]++
	}
	if len(found) != 1 || len(r.Items) != callers || r.Total != callers {
		w.complain(&w.seen.Mixed, "version %d: %d of %d callers, by version of the repository %v", r.Index.Version, len(r.Items), r.Total, found)
		return
	}
	version := 0
	for name := range found {
		if _, err := fmt.Sscan(name, &version); err != nil {
			w.complain(&w.seen.Odd, "the version %q is no number", name)
			return
		}
	}
	w.place(r.Index.Version, version, floor)
}

// place notes a reply that is whole, and judges its version.
func (w *watch) place(index int64, version, floor int) {
	if version < floor {
		w.complain(&w.seen.Stale, "version %d of the repository after %d was published", version, floor)
	}
	if version > int(w.written.Load()) {
		w.complain(&w.seen.Odd, "version %d of the repository before it was written", version)
	}
	w.mutex.Lock()
	known, ok := w.versions[index]
	w.versions[index] = version
	w.seen.Replies++
	w.note()
	w.mutex.Unlock()
	if ok && known != version {
		w.complain(&w.seen.Mixed, "version %d of the index is %d and %d of the repository", index, known, version)
	}
}

func (w *watch) silent() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.seen.Unavailable++
}

// note measures the silence that a reply ends. The mutex must be held.
func (w *watch) note() {
	now := time.Now()
	if !w.answered.IsZero() {
		w.seen.Silence = max(w.seen.Silence, now.Sub(w.answered))
	}
	w.answered = now
}

func (w *watch) complain(list *[]string, format string, args ...any) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.note()
	if len(*list) < complaints {
		*list = append(*list, fmt.Sprintf(format, args...))
	}
}

// result is what all readers saw.
func (w *watch) result() Reading {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	seen := w.seen
	seen.Versions = len(w.versions)
	return seen
}
