package queries_test

import (
	"encoding/base64"
	"testing"

	"assay/internal/fault"
	"assay/internal/graph"
	"assay/queries"
	"assay/queries/memory"
)

// FuzzCursor asks with cursors, whole and as what they encode: each is taken, refused or stale, and what is taken shows a
// part of the list.
func FuzzCursor(f *testing.F) {
	reader := memory.New()
	reader.Put(queries.Snapshot{Project: "p", Version: 2, Status: "ready"}, &graph.Graph{
		Files:   []graph.File{{Path: "a.py", Status: graph.FileParsed}},
		Symbols: []graph.Symbol{{ID: "a.py::f#function", Path: "a.py", Name: "f", QualifiedName: "f", Kind: graph.KindFunction, StartLine: 1, EndLine: 2}},
	}, memory.Observations{})
	service := queries.New(reader)
	for _, text := range []string{
		"", "x", "eyJ2IjoyfQ", `{"v":2,"q":"x","o":1}`, `{"v":-2,"q":"","o":-1}`, `{"v":1e99}`, `{"v":2,"q":"x","o":9223372036854775807}`, `[]`, `null`, "\x00", "====",
	} {
		f.Add(text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		for _, cursor := range []string{text, base64.RawURLEncoding.EncodeToString([]byte(text))} {
			list, err := service.Callers(t.Context(), "p", "f", queries.ListOptions{Cursor: cursor, Limit: limit})
			switch kind := fault.KindOf(err); {
			case err == nil && (list.Shown != len(list.Items) || list.Shown > list.Total):
				t.Fatalf("cursor %q, limit %d: %+v", cursor, limit, list)
			case err != nil && kind != fault.Invalid && kind != fault.Stale:
				t.Fatalf("cursor %q, limit %d: %v", cursor, limit, err)
			}
		}
	})
}

// FuzzSpelling asks for symbols: each is found, missing, ambiguous or refused.
func FuzzSpelling(f *testing.F) {
	reader := memory.New()
	reader.Put(queries.Snapshot{Project: "p", Root: "/src/p", Version: 2, Status: "ready"}, &graph.Graph{
		Files:   []graph.File{{Path: "a.py", Status: graph.FileParsed}},
		Symbols: []graph.Symbol{{ID: "a.py::f#function", Path: "a.py", Name: "f", QualifiedName: "f", Kind: graph.KindFunction, StartLine: 1, EndLine: 2}},
	}, memory.Observations{})
	service := queries.New(reader)
	for _, text := range []string{"f", "a.py", "./a.py", `.\a.py`, "/src/p/a.py", "a.py:1", "a.py::f", "a.f", "../a.py", "a.py:99999999999999999999", "::", "...", "[", "#", "()", " ", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for ask, err := range map[string]error{
			"symbol": second(service.Symbol(t.Context(), "p", text)), "answer": second(service.Answer(t.Context(), "p", text, queries.AnswerOptions{})),
		} {
			switch kind := fault.KindOf(err); {
			case err == nil, kind == fault.Invalid, kind == fault.NotFound, kind == fault.Ambiguous:
			default:
				t.Fatalf("%s %q: %v", ask, text, err)
			}
		}
	})
}

func second[T any](_ T, err error) error { return err }
