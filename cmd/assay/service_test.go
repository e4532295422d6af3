//go:build cgo

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/httpapi"
	"assay/queries"
)

// ask sends a question and decodes its reply.
func (s *service) ask(path string, into any) int {
	s.t.Helper()
	status, body := s.get(path, "")
	if err := json.Unmarshal([]byte(body), into); err != nil {
		s.t.Fatalf("%s: %v in %s", path, err, body)
	}
	return status
}

// TestPagesOverHTTP goes through the callers of a function with 25 of them: each page says 25, and together they are the
// whole list in its order.
func TestPagesOverHTTP(t *testing.T) {
	callers := "from t import probe\n"
	for i := range 25 {
		callers += fmt.Sprintf("\n\ndef k%d():\n    return probe(%d)\n", i, i)
	}
	s := newServiceOf(t, map[string]string{"t.py": "def probe(v):\n    return v\n", "c.py": callers})
	var whole queries.Envelope[queries.Item]
	if status := s.ask("/callers?symbol=probe", &whole); status != http.StatusOK || whole.Total != 25 || whole.Shown != 25 || whole.Truncated || whole.Cursor != "" {
		t.Fatalf("got %d: %d of %d, truncated %t, cursor %q", status, whole.Shown, whole.Total, whole.Truncated, whole.Cursor)
	}
	paged := []queries.Item{}
	for cursor := ""; ; {
		var page queries.Envelope[queries.Item]
		status := s.ask("/callers?symbol=probe&limit=3&cursor="+cursor, &page)
		if status != http.StatusOK || page.Total != 25 || page.Shown != len(page.Items) || page.Truncated != (page.Shown < page.Total) {
			t.Fatalf("got %d: %d of %d, truncated %t, cursor %q", status, page.Shown, page.Total, page.Truncated, page.Cursor)
		}
		paged = append(paged, page.Items...)
		if cursor = page.Cursor; cursor == "" {
			break
		}
	}
	if diff := cmp.Diff(whole.Items, paged); diff != "" {
		t.Errorf("the pages are not the list:\n%s", diff)
	}
	_, printed, _ := s.cli("callers", "probe", "--limit", "3")
	if !strings.Contains(printed, "3 of 25 shown") {
		t.Errorf("the summary does not say 25: %s", printed)
	}
}

// TestSpellingsOfAFile asks for one file in the ways in which people and tools write it.
func TestSpellingsOfAFile(t *testing.T) {
	s := newServiceOf(t, map[string]string{
		"a.py": "def one():\n    return 1\n", "b.py": "from a import one\n\n\ndef two():\n    return one()\n",
	})
	for _, spelling := range []string{"a.py", "./a.py", `.\a.py`, filepath.Join(s.root, "a.py")} {
		var impact queries.Impact
		status := s.ask("/impact?symbol="+url.QueryEscape(spelling), &impact)
		if status != http.StatusOK || impact.Symbol == nil || impact.Symbol.Path != "a.py" || impact.Total == 0 {
			t.Errorf("%q: got %d, %+v, total %d", spelling, status, impact.Symbol, impact.Total)
		}
	}
	for spelling, meant := range map[string]string{"A.py": "a.py", "missing.py": "", "sub/a.py": ""} {
		var problem httpapi.Problem
		status := s.ask("/impact?symbol="+url.QueryEscape(spelling), &problem)
		if status != http.StatusNotFound || meant != "" && !strings.Contains(strings.Join(problem.Fixes, " "), "did you mean "+meant) {
			t.Errorf("%q: got %d %+v", spelling, status, problem)
		}
	}
	for _, outside := range []string{"../a.py", "/etc/hostname", "../../etc/hostname"} {
		var problem httpapi.Problem
		if status := s.ask("/source?symbol="+url.QueryEscape(outside), &problem); status != http.StatusBadRequest || !strings.Contains(problem.Detail, "outside") {
			t.Errorf("%q: got %d %+v", outside, status, problem)
		}
	}
}

// described is what TestFields reads of the OpenAPI document.
type described struct {
	Paths map[string]map[string]struct {
		Parameters []struct {
			Name, In string
			Schema   field
		}
		RequestBody struct {
			Content map[string]struct {
				Schema struct {
					Ref string `json:"$ref"`
				}
			}
		}
	}
	Components struct {
		Schemas map[string]struct {
			Properties map[string]field
			Required   []string
		}
	}
}

// field is a parameter or a field of a body.
type field struct {
	Type             string
	Minimum, Maximum *float64
	Enum             []any
	Pattern          string
	MaxLength        int
	Examples         []any
}

// wrong are values that a query parameter of the field's type may not have.
func (f field) wrong() []string {
	texts := []string{}
	switch f.Type {
	case "integer":
		texts = append(texts, "-1", "1e9", "3.5", "'3'", "three", "99999999999999999999", "0x10", "", "NaN", "\x00")
		if f.Maximum != nil {
			texts = append(texts, fmt.Sprintf("%.0f", *f.Maximum+1), "1000000000")
		}
	case "boolean":
		texts = append(texts, "maybe", "2", "", "nil")
	case "array":
		texts = append(texts, "vibes", "")
	case "string":
		if f.Pattern != "" || len(f.Enum) > 0 {
			texts = append(texts, "\x00", "\x1f/../")
		}
	}
	return texts
}

// TestFields sends wrong values in every parameter and every field of every operation of the document to a real service:
// each is refused with 400 and named.
func TestFields(t *testing.T) {
	s := newService(t)
	root := strings.TrimSuffix(s.api, "/v1/projects/"+s.project)
	var document described
	s.api = root
	if status := s.ask("/openapi.json", &document); status != http.StatusOK {
		t.Fatalf("the document: %d", status)
	}
	checked := 0
	for path, item := range document.Paths {
		path = strings.NewReplacer("{project}", s.project, "{id}", "job-none").Replace(path)
		for method, op := range item {
			values := url.Values{}
			for _, p := range op.Parameters {
				if p.Name == "symbol" || p.Name == "q" { // without which nothing else is looked at
					values.Set(p.Name, "price")
				}
			}
			for _, p := range op.Parameters {
				for _, wrong := range p.Schema.wrong() {
					if p.In != "query" {
						continue
					}
					asked := maps.Clone(values)
					asked.Set(p.Name, wrong)
					checked++
					s.refused(path+"?"+asked.Encode(), "", p.Name)
				}
			}
			values.Set("unknown_field", "1")
			if method == "get" {
				checked++
				s.refused(path+"?"+values.Encode(), "", "unknown_field")
			}
			if body := op.RequestBody.Content["application/json"].Schema.Ref; body != "" {
				checked += s.wrongBodies(path, document.Components.Schemas[body[strings.LastIndexByte(body, '/')+1:]].Properties)
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d values were sent", checked)
	}
}

// wrongBodies sends one wrong field beside right ones, for each field.
func (s *service) wrongBodies(path string, fields map[string]field) int {
	s.t.Helper()
	right := map[string]any{}
	for name, f := range fields {
		if f.Type == "string" && len(f.Examples) > 0 {
			right[name] = f.Examples[0]
		}
	}
	sent := 0
	send := func(name string, value any) {
		body := map[string]any{}
		for n, v := range right {
			body[n] = v
		}
		body[name] = value
		text, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		sent++
		s.refused(path, string(text), name)
	}
	send("unknown_field", 1)
	for name, f := range fields {
		values := []any{nil, []any{map[string]any{}}, map[string]any{"a": 1}, "x", 1.5, -1, 1e300, true}
		if f.MaxLength > 0 {
			values = append(values, strings.Repeat("x", f.MaxLength+1), "")
		}
		for _, value := range values {
			if !f.takes(value) {
				send(name, value)
			}
		}
	}
	return sent
}

// takes reports whether a value is of the field's type.
func (f field) takes(value any) bool {
	switch v := value.(type) {
	case string:
		return f.Type == "string" && v == "x"
	case bool:
		return f.Type == "boolean"
	case map[string]any:
		return f.Type == "object"
	}
	return false
}

// refused wants a problem document with status 400 that names the field.
func (s *service) refused(path, body, name string) {
	s.t.Helper()
	status, reply := s.get(path, body)
	var problem httpapi.Problem
	if err := json.Unmarshal([]byte(reply), &problem); err != nil {
		s.t.Errorf("%.200s %.200s: %v in %.300s", path, body, err, reply)
		return
	}
	words := strings.Fields(strings.Map(func(r rune) rune {
		if r == '_' || r >= 'a' && r <= 'z' {
			return r
		}
		return ' '
	}, problem.Detail))
	if status != http.StatusBadRequest || !slices.Contains(words, name) || len(problem.Detail) > 400 {
		s.t.Errorf("%.200s %.200s: got %d %q, want 400 and %q", path, body, status, problem.Detail, name)
	}
}
