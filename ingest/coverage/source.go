package coverage

import (
	"bytes"
	"cmp"
	"slices"
)

// layout says which function each line of a file belongs to when it runs.
type layout struct {
	owner  []int       // by line, -1 for code of the module or of a class body; index 0 is unused
	blank  []bool      // by line
	single map[int]int // lines that define a function and hold its body too: "def f(): return 1"
}

// newLayout assigns lines to the innermost function whose body holds them. Decorators and the header of a definition
// run in the scope around it, so they belong to that one.
func newLayout(source []byte, functions []function) *layout {
	lines := splitLines(source)
	l := &layout{owner: make([]int, len(lines)+1), blank: make([]bool, len(lines)+1), single: map[int]int{}}
	for i := range l.owner {
		l.owner[i] = -1
	}
	for i, line := range lines {
		l.blank[i+1] = len(bytes.TrimSpace(line)) == 0
	}
	for _, at := range outerFirst(functions) {
		l.paint(at, functions[at], lines)
	}
	return l
}

func splitLines(source []byte) [][]byte {
	source = bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	source = bytes.ReplaceAll(source, []byte("\r"), []byte("\n"))
	return bytes.Split(bytes.TrimSuffix(source, []byte("\n")), []byte("\n"))
}

func outerFirst(functions []function) []int {
	order := make([]int, len(functions))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := functions[a], functions[b]
		return cmp.Or(cmp.Compare(x.StartLine, y.StartLine), cmp.Compare(y.EndLine, x.EndLine), cmp.Compare(x.ID, y.ID))
	})
	return order
}

func (l *layout) paint(at int, f function, lines [][]byte) {
	end := min(f.EndLine, len(lines))
	if f.StartLine < 1 || f.StartLine > end {
		return
	}
	header, body, ok := findBody(lines[f.StartLine-1 : end])
	if !ok { // a lambda: its lines run with those around it
		return
	}
	if body {
		l.single[f.StartLine+header] = at
	}
	for line := f.StartLine + header + 1; line <= end; line++ {
		l.owner[line] = at
	}
}

// fits reports whether coverage.py can have seen these lines in this file: none behind the end, none blank.
func (l *layout) fits(lines []int) bool {
	for _, line := range lines {
		if line < 1 || line >= len(l.owner) || l.blank[line] {
			return false
		}
	}
	return true
}

// executed is what one context ran of one file.
type executed struct {
	functions map[int][]int // lines by function
	module    int           // lines that ran outside of functions: the file was imported meanwhile
	ambiguous int           // one-line functions that were defined, and may or may not have been called
}

// execute assigns executed lines to functions.
func (l *layout) execute(lines []int) executed {
	result := executed{functions: map[int][]int{}}
	var singles []int
	for _, line := range lines {
		switch owner := l.owner[line]; {
		case l.isSingle(line):
			singles = append(singles, line)
		case owner < 0:
			result.module++
		default:
			result.functions[owner] = append(result.functions[owner], line)
		}
	}
	l.executeSingles(singles, &result)
	return result
}

func (l *layout) isSingle(line int) bool {
	_, ok := l.single[line]
	return ok
}

// executeSingles decides for lines like "def f(): return 1" between being defined and being called: where nothing else
// of the scope around it ran, it was called. Otherwise coverage.py's data do not tell.
func (l *layout) executeSingles(lines []int, result *executed) {
	around := func(owner int) bool {
		if owner < 0 {
			return result.module > 0
		}
		return len(result.functions[owner]) > 0
	}
	called := map[int]int{}
	for _, line := range lines {
		if around(l.owner[line]) {
			result.ambiguous++
			continue
		}
		called[l.single[line]] = line
	}
	for function, line := range called {
		result.functions[function] = append(result.functions[function], line)
	}
}
