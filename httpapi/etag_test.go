package httpapi_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"assay/httpapi"
	"assay/internal/fault"
	"assay/queries"
)

// versioned is a project at a version that counts its questions.
type versioned struct {
	fake
	callers, checks int
}

func (v *versioned) Index(context.Context, string) (queries.Index, error) {
	v.checks++
	return v.index, v.err
}

func (v *versioned) Callers(context.Context, string, string, queries.ListOptions) (*queries.Envelope[queries.Item], error) {
	v.callers++
	return &queries.Envelope[queries.Item]{Index: v.index}, v.err
}

func TestEntityTags(t *testing.T) {
	loaded := time.Date(2025, 6, 2, 9, 30, 0, 0, time.UTC)
	project := &versioned{fake: fake{index: queries.Index{Version: 4, LoadedAt: loaded, CurrentCommit: "a", AgeSeconds: 1}}}
	url := startWith(t, httpapi.Options{Questions: project, Log: zerolog.Nop()}) + "/v1/projects/shop/callers?symbol=f"
	ask := func(tag string) (int, string) {
		t.Helper()
		request := newRequest(t, "GET", url, "")
		if tag != "" {
			request.Header.Set("If-None-Match", tag)
		}
		status, header, body := send(t, request)
		if status == http.StatusNotModified && body != "" {
			t.Errorf("a 304 has a body: %s", body)
		}
		return status, header.Get("ETag")
	}
	status, tag := ask("")
	if status != 200 || tag == "" || project.checks != 0 {
		t.Fatalf("got %d, tag %q, %d checks", status, tag, project.checks)
	}
	project.index.AgeSeconds = 70
	for _, same := range []string{tag, `"other", ` + tag, tag[2:]} {
		if status, again := ask(same); status != 304 || again != tag || project.callers != 1 {
			t.Errorf("with %s: got %d, tag %q, the question was asked %d times", same, status, again, project.callers)
		}
	}
	for name, change := range map[string]func(*queries.Index){
		"another version": func(i *queries.Index) { i.Version = 6 },
		"another load":    func(i *queries.Index) { i.LoadedAt = loaded.Add(time.Hour) },
		"another commit":  func(i *queries.Index) { i.CurrentCommit = "b" },
	} {
		before := project.index
		change(&project.index)
		if status, now := ask(tag); status != 200 || now == tag {
			t.Errorf("%s: got %d, tag %q", name, status, now)
		}
		project.index = before
	}
	project.err = fault.New(fault.NotFound, "gone")
	if status, now := ask(tag); status != 404 || now != "" {
		t.Errorf("a project that is gone: got %d, tag %q", status, now)
	}
}
