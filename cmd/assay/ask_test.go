//go:build cgo

package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"assay/httpapi"
	"assay/internal/fault"
	"assay/queries"
)

// loaded answers which projects there are, and nothing else.
type loaded struct {
	httpapi.Questions
	projects []queries.Project
}

func (l loaded) Projects(context.Context) (*queries.Envelope[queries.Project], error) {
	return &queries.Envelope[queries.Project]{Items: l.projects}, nil
}

func TestChooseProject(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	inner := filepath.Join(root, "inner", "deep")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	outer := queries.Project{Name: "outer", Root: root}
	nested := queries.Project{Name: "nested", Root: filepath.Join(root, "inner")}
	beside := queries.Project{Name: "beside", Root: root + "-beside"}
	for _, c := range []struct {
		name, given, directory string
		projects               []queries.Project
		want                   string
		kind                   fault.Kind
	}{
		{"the named one", "x", root, []queries.Project{outer}, "x", ""},
		{"none is loaded", "", root, nil, "", fault.NotFound},
		{"the only one, from anywhere", "", "/", []queries.Project{nested}, "nested", ""},
		{"the one around", "", root, []queries.Project{beside, outer, nested}, "outer", ""},
		{"the innermost", "", inner, []queries.Project{outer, nested, beside}, "nested", ""},
		{"none around", "", "/", []queries.Project{outer, nested}, "", fault.Invalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(c.directory)
			got, err := chooseProject(t.Context(), loaded{projects: c.projects}, c.given)
			if got != c.want || (err != nil) != (c.kind != "") || err != nil && fault.KindOf(err) != c.kind {
				t.Errorf("got %q, %v, want %q, %s", got, err, c.want, c.kind)
			}
		})
	}
}
