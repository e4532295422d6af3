package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"assay/httpapi"
	"assay/ingest/jobs"
	"assay/internal/fault"
)

// fakeJobs remembers what was asked.
type fakeJobs struct {
	asked string
	err   error
}

func (f *fakeJobs) ask(format string, args ...any) (jobs.Job, error) {
	f.asked = fmt.Sprintf(format, args...)
	return jobs.Job{ID: "job-1", State: jobs.Queued}, f.err
}

func (f *fakeJobs) Submit(_ context.Context, r jobs.Request) (jobs.Job, error) {
	return f.ask("submit %+v", r)
}
func (f *fakeJobs) Get(_ context.Context, id string) (jobs.Job, error) { return f.ask("get %s", id) }
func (f *fakeJobs) Cancel(_ context.Context, id string) (jobs.Job, error) {
	return f.ask("cancel %s", id)
}
func (f *fakeJobs) Retry(_ context.Context, id string) (jobs.Job, error) {
	return f.ask("retry %s", id)
}
func (f *fakeJobs) List(_ context.Context, filter jobs.Filter) (*jobs.List, error) {
	_, err := f.ask("list %+v", filter)
	return &jobs.List{Items: []jobs.Job{}}, err
}

func TestJobs(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, ".coverage"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, address, body string
		status                int
		asked                 string
	}{
		{"POST", "/v1/projects/shop/load", `{"path":"."}`, 202,
			"submit {Kind:load Project:shop Root:ROOT Options:{Strict:false MaxFiles:0 Exclude:[] File:}}"},
		{"POST", "/v1/projects/shop/load", `{"path":"ROOT","strict":true,"max_files":5,"exclude":["a/b"]}`, 202,
			"submit {Kind:load Project:shop Root:ROOT Options:{Strict:true MaxFiles:5 Exclude:[a/b] File:}}"},
		{"POST", "/v1/projects/shop/coverage", `{"path":"ROOT","file":".coverage"}`, 202,
			"submit {Kind:coverage Project:shop Root:ROOT Options:{Strict:false MaxFiles:0 Exclude:[] File:ROOT/.coverage}}"},
		{"GET", "/v1/jobs?project=shop&state=failed&limit=3&cursor=c", "", 200, "list {Project:shop State:failed Limit:3 Cursor:c}"},
		{"GET", "/v1/jobs/job-1", "", 200, "get job-1"},
		{"POST", "/v1/jobs/job-1/cancel", "", 200, "cancel job-1"},
		{"POST", "/v1/jobs/job-1/retry", "", 200, "retry job-1"},
	} {
		queue := &fakeJobs{}
		url := startWith(t, httpapi.Options{Questions: &fake{}, Jobs: queue, Roots: []string{root}, Log: zerolog.Nop()})
		status, _, body := send(t, newRequest(t, c.method, url+c.address, strings.ReplaceAll(c.body, "ROOT", root)))
		if want := strings.ReplaceAll(c.asked, "ROOT", root); status != c.status || queue.asked != want {
			t.Errorf("%s %s: got %d, asked %q, want %d, %q\n%s", c.method, c.address, status, queue.asked, c.status, want, body)
		}
	}
}

// TestLoadRoots asks for what lies outside of the folders that may be loaded, in every spelling.
func TestLoadRoots(t *testing.T) {
	above := t.TempDir()
	root, outside := filepath.Join(above, "root"), filepath.Join(above, "root-beside")
	for _, folder := range []string{root, outside, filepath.Join(root, "project")} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"link-to-etc": "/etc", "link-beside": outside, "link-inside": filepath.Join(root, "project"), "loop": filepath.Join(root, "loop")} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	queue := &fakeJobs{}
	url := startWith(t, httpapi.Options{Questions: &fake{}, Jobs: queue, Roots: []string{root}, Log: zerolog.Nop()})
	load := func(path string) (int, string) {
		body, err := json.Marshal(map[string]string{"path": path})
		if err != nil {
			t.Fatal(err)
		}
		queue.asked = ""
		status, _, reply := send(t, newRequest(t, "POST", url+"/v1/projects/shop/load", string(body)))
		return status, reply
	}
	for _, path := range []string{
		"/etc", "/", "~", "~/src", "~root", "file:///etc", "https://example.com/x.git", root + "/../root-beside", "../root-beside", root + "/link-to-etc",
		"link-to-etc", "link-beside", "loop", "missing", root + "/missing", "project/../../root-beside", "root-beside", outside, "project\x00/etc", strings.Repeat("a/", 2000), " ", "." + string(filepath.ListSeparator) + "/etc",
	} {
		if status, reply := load(path); status != http.StatusForbidden || queue.asked != "" || !strings.Contains(reply, "may be loaded") {
			t.Errorf("%.60q: got %d, asked %q\n%s", path, status, queue.asked, reply)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, reply := load("file"); status != http.StatusForbidden || queue.asked != "" {
		t.Errorf("a file: got %d\n%s", status, reply)
	}
	for _, path := range []string{root, ".", "project", "link-inside", "project/../project/", root + "/./project"} {
		if status, reply := load(path); status != http.StatusAccepted || queue.asked == "" {
			t.Errorf("%q: got %d\n%s", path, status, reply)
		}
	}
}

func TestJobsOfNone(t *testing.T) {
	queue := &fakeJobs{err: fault.New(fault.NotFound, "there is no job")}
	url := startWith(t, httpapi.Options{Questions: &fake{}, Jobs: queue, Log: zerolog.Nop()})
	for _, address := range []string{"/v1/jobs/none", "/v1/jobs/%2e%2e%2fx", "/v1/jobs/" + strings.Repeat("x", 5000)} {
		if status, _, _ := send(t, newRequest(t, "GET", url+address, "")); status != http.StatusNotFound {
			t.Errorf("%.40s: got %d, want 404", address, status)
		}
	}
	if status, _, body := send(t, newRequest(t, "POST", url+"/v1/projects/shop/load", `{"path":"."}`)); status != http.StatusForbidden || !strings.Contains(body, "--root") {
		t.Errorf("without roots: got %d %s", status, body)
	}
}
