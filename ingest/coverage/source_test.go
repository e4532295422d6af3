package coverage

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const layoutSource = `import os

@decorate(
    "a:b",
)
def outer(
    a,
    b={"k": 1},  # colon: here
    *, c: "x:y" = ")",
) -> dict[str, int]:
    """Doc."""

    def inner(d=os.getcwd()): return d
    @decorate(1)
    async def late(
        e=1): return e
    class Local:
        z = 1
        def method(self):
            return 2
    return inner() + (lambda: 3)()


class Top:
    x = 1
    def one(self): return 1  # comment
`

var layoutFunctions = []function{
	{ID: "late", StartLine: 14, EndLine: 16},
	{ID: "outer", StartLine: 3, EndLine: 21},
	{ID: "inner", StartLine: 13, EndLine: 13},
	{ID: "method", StartLine: 19, EndLine: 20},
	{ID: "one", StartLine: 26, EndLine: 26},
}

func TestLayoutAssignsBodiesOnly(t *testing.T) {
	l := newLayout([]byte(layoutSource), layoutFunctions)
	owners := map[int]string{}
	for line, owner := range l.owner {
		if owner >= 0 && !l.blank[line] {
			owners[line] = layoutFunctions[owner].ID
		}
	}
	want := map[int]string{11: "outer", 13: "outer", 14: "outer", 15: "outer", 16: "outer", 17: "outer", 18: "outer",
		19: "outer", 20: "method", 21: "outer"}
	if diff := cmp.Diff(want, owners); diff != "" {
		t.Errorf("owners of lines (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[int]int{13: 2, 16: 0, 26: 4}, l.single); diff != "" {
		t.Errorf("lines with header and body (-want +got):\n%s", diff)
	}
}

func TestExecute(t *testing.T) {
	l := newLayout([]byte(layoutSource), layoutFunctions)
	for name, test := range map[string]struct {
		lines []int
		want  executed
	}{
		"method called":          {[]int{20}, executed{functions: map[int][]int{3: {20}}}},
		"one-line method called": {[]int{26}, executed{functions: map[int][]int{4: {26}}}},
		"imported, perhaps called": {[]int{1, 3, 24, 25, 26},
			executed{functions: map[int][]int{}, module: 4, ambiguous: 1}},
		"inner defined, perhaps called": {[]int{13, 14, 16, 21},
			executed{functions: map[int][]int{1: {14, 21}}, ambiguous: 2}},
		"inner called after outer": {[]int{13}, executed{functions: map[int][]int{2: {13}}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, l.execute(test.lines), cmp.AllowUnexported(executed{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFits(t *testing.T) {
	l := newLayout([]byte("a = 1\r\n\r\nb = 2\r\n"), nil)
	for name, test := range map[string]struct {
		lines []int
		want  bool
	}{
		"lines of the file": {[]int{1, 3}, true},
		"a blank line":      {[]int{2}, false},
		"behind the end":    {[]int{4}, false},
		"line zero":         {[]int{0}, false},
	} {
		if got := l.fits(test.lines); got != test.want {
			t.Errorf("%s: fits = %v, want %v", name, got, test.want)
		}
	}
}

func TestFindBody(t *testing.T) {
	for name, test := range map[string]struct {
		source   string
		last     int
		sameLine bool
		ok       bool
	}{
		"plain":              {"def f():\n    pass", 0, false, true},
		"comment behind":     {"def f():  # why: so\n    pass", 0, false, true},
		"one line":           {"async def f(): pass", 0, true, true},
		"continued":          {"def f() \\\n  -> int:\n    pass", 1, false, true},
		"triple quotes":      {"def f(a=\"\"\"x):\n'''\"\"\"):\n    pass", 1, false, true},
		"escaped quote":      {"def f(a='\\'):'):\n    pass", 0, false, true},
		"type parameters":    {"def f[T: (int, str)](a: T):\n    pass", 0, false, true},
		"decorator, comment": {"@a\n# note\n\n@b(1,\n 2)\ndef f():\n    pass", 5, false, true},
		"a lambda":           {"f = lambda: 1", 0, false, false},
		"no colon":           {"def f(", 0, false, false},
	} {
		last, sameLine, ok := findBody(splitLines([]byte(test.source)))
		if last != test.last || sameLine != test.sameLine || ok != test.ok {
			t.Errorf("%s: findBody = %d, %v, %v; want %d, %v, %v", name, last, sameLine, ok, test.last, test.sameLine, test.ok)
		}
	}
}
