package coverage

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/graph"
)

func TestParse(t *testing.T) {
	for context, want := range map[string]place{
		"tests/test_a.py::test_x|run":               {runner: "tests/test_a.py::test_x", phase: graph.PhaseCall},
		"tests/test_a.py::test_x[p]|setup":          {runner: "tests/test_a.py::test_x", parameters: "[p]", phase: graph.PhaseSetup},
		"test_m.py::C::test_fn[go::up[1]]|teardown": {runner: "test_m.py::C::test_fn", parameters: "[go::up[1]]", phase: graph.PhaseTeardown},
		"test_m.py::test_fn[a|run]":                 {runner: "test_m.py::test_fn", parameters: "[a|run]", phase: graph.PhaseCall},
		"turn.py::turn.turn|run":                    {runner: "turn.py::turn.turn", phase: graph.PhaseCall},
		"data/x.yaml::case [1]|run":                 {runner: "data/x.yaml::case [1]", phase: graph.PhaseCall},
		"tests.test_a.TestX.test_y":                 {runner: "tests.test_a.TestX.test_y", phase: graph.PhaseCall, dotted: true},
	} {
		if diff := cmp.Diff(want, parse(context), cmp.AllowUnexported(place{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", context, diff)
		}
	}
}

func TestFindTest(t *testing.T) {
	files := newFileIndex("/home/project", "/home/project/.coverage", []file{{Path: "tests/test_a.py"}, {Path: "sub/tests/test_b.py"},
		{Path: "a/test_c.py"}, {Path: "b/test_c.py"}})
	tests := []test{
		{ID: "1", RunnerID: "tests/test_a.py::test_x", Bodies: []body{{"tests/test_a.py", "test_x"}}},
		{ID: "2", RunnerID: "tests/test_a.py::TestY::test_y", Bodies: []body{{"tests/base.py", "Base.test_y"}}},
		{ID: "3", RunnerID: "tests/test_a.py::TestZ::test_y", Bodies: []body{{"tests/base.py", "Base.test_y"}}},
		{ID: "4", RunnerID: "sub/tests/test_b.py::test_b", Bodies: []body{{"sub/tests/test_b.py", "test_b"}}},
		{ID: "5", RunnerID: "a/test_c.py::test_c", Bodies: []body{{"a/test_c.py", "test_c"}}},
		{ID: "6", RunnerID: "b/test_c.py::test_c", Bodies: []body{{"b/test_c.py", "test_c"}}},
		{ID: "7", RunnerID: "test_d.py::test_d", Path: "own/root/test_d.py"},
	}
	for i := range tests[:6] {
		tests[i].Path, _, _ = strings.Cut(tests[i].RunnerID, "::")
	}
	for context, want := range map[string]string{
		"test_d.py::test_d|run":                   "7",
		"own/root/test_d.py::test_d|run":          "7",
		"tests/test_a.py::test_x[1]|run":          "1",
		"unit|tests/test_a.py::test_x|setup":      "1",
		"tests.test_a.test_x":                     "1",
		"test_a.test_x":                           "1",
		"tests.base.Base.test_y":                  reasonSeveral,
		"tests/test_b.py::test_b|run":             "4",
		"other/project/tests/test_a.py::test_x":   reasonFileNotLoaded,
		"home/project/tests/test_a.py::test_x":    "1",
		"test_c.py::test_c|run":                   reasonSeveral,
		"test_c.test_c":                           reasonSeveral,
		"shop.helpers.test_connection":            reasonNoTest,
		"tests/test_a.py::TestMade::test_m|run":   "tests/test_a.py::TestMade::test_m#test",
		"generated/test_g.py::test_g|run":         reasonFileNotLoaded,
		"unit|generated/test_g.py::test_g[1]|run": reasonFileNotLoaded,
	} {
		index := newTestIndex(tests, files)
		at, _, reason := index.find(context)
		got := reason
		if reason == "" {
			got = index.tests[at].ID
		}
		if got != want {
			t.Errorf("%s: %s, want %s", context, got, want)
		}
	}
}

func TestMapFiles(t *testing.T) {
	files := newFileIndex("/project", "/project/.coverage",
		[]file{{Path: "src/shop/a.py"}, {Path: "src/shop/b.py"}, {Path: "b.py"}})
	for name, test := range map[string]struct {
		measured []string
		want     mapping
	}{
		"absolute and relative": {[]string{"/project/src/shop/a.py", "b.py"},
			mapping{loaded: map[string]string{"/project/src/shop/a.py": "src/shop/a.py", "b.py": "b.py"}}},
		"another machine": {[]string{"/ci/x/src/shop/a.py", "/ci/lib/site-packages/b.py"},
			mapping{loaded: map[string]string{"/ci/x/src/shop/a.py": "src/shop/a.py"}, outside: []string{"/ci/lib/site-packages/b.py"}}},
		"another system": {[]string{`C:\ci\src\shop\a.py`},
			mapping{loaded: map[string]string{`C:\ci\src\shop\a.py`: "src/shop/a.py"}}},
		"two roots speak against each other": {[]string{"/ci/x/src/shop/a.py", "/ci/y/src/shop/a.py"},
			mapping{loaded: map[string]string{}, outside: []string{"/ci/x/src/shop/a.py", "/ci/y/src/shop/a.py"}}},
		"no border of path parts": {[]string{"/ci/xsrc/shop/a.py"},
			mapping{loaded: map[string]string{}, outside: []string{"/ci/xsrc/shop/a.py"}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, files.mapFiles(test.measured), cmp.AllowUnexported(mapping{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
