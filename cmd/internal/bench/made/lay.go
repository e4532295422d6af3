package made

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"strings"

	"assay/internal/graph"
)

// lay makes packages, files, classes and functions, source before tests, until there are enough functions.
func (m *maker) lay() {
	m.drawClasses()
	m.drawFiles()
	for _, test := range []bool{false, true} {
		wanted := int(float64(m.wanted) * m.shape.Share["source"])
		if test {
			wanted = m.wanted
		}
		for len(m.functions) < wanted {
			m.folder(test, wanted)
		}
	}
	for i := range m.share("listed") {
		m.rows.Files = append(m.rows.Files, graph.File{
			Path: fmt.Sprintf("data/d%d/%s_%d.txt", i/20, word(i), i), Lines: 10, Bytes: 400, Role: graph.RoleOther, Status: graph.FileListed,
			SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte{byte(i), byte(i >> 8), byte(i >> 16)})),
		})
	}
}

// folder makes one package with its files.
func (m *maker) folder(test bool, wanted int) {
	number := len(m.folders)
	top := map[bool]string{false: "app", true: "tests"}[test]
	place := fmt.Sprintf("%s/%s_%d", top, word(number), number)
	name := strings.ReplaceAll(place, "/", ".")
	m.rows.Packages = append(m.rows.Packages, graph.Package{Name: name, Path: place})
	first := len(m.files)
	for range max(1, m.next(Files)) {
		if len(m.functions) >= wanted {
			break
		}
		m.file(number, place, test)
		m.edge(graph.Edge{From: graph.PackageID(name), To: m.files[len(m.files)-1].path, Type: graph.EdgeContains, How: "package"})
	}
	m.folders = append(m.folders, span{first, len(m.files)})
}

// text is the source of one file while it is written.
type text struct {
	bytes.Buffer
	line int
}

func (t *text) add(lines ...string) {
	for _, line := range lines {
		t.WriteString(line + "\n")
		t.line++
	}
}

// file makes one file: classes with their methods, and what is left of its functions between them.
func (m *maker) file(folder int, place string, test bool) {
	number := len(m.files)
	name, of := fmt.Sprintf("%s_%d.py", word(m.random.IntN(len(words))), number), PerFile
	if test {
		name, of = "test_"+name, PerTestFile
	}
	f := file{path: place + "/" + name, test: test, folder: folder, functions: span{from: len(m.functions)}}
	out := &text{}
	out.add(fmt.Sprintf("\"\"\"The %s of %s.\"\"\"", word(number), place), "")
	m.symbol(number, f.path, "<module>", graph.KindModule, f.role(), span{1, 2})
	m.edge(graph.Edge{From: f.path, To: graph.SymbolID(f.path, "<module>", graph.KindModule, 1), Type: graph.EdgeDefines, How: "scope"})
	m.files = append(m.files, f)
	m.constants(number, out)
	m.fill(number, out, m.next(of))
	m.files[number].functions.to = len(m.functions)
	sum := sha256.Sum256(out.Bytes())
	m.rows.Files = append(m.rows.Files, graph.File{
		Path: f.path, Language: "python", SHA256: fmt.Sprintf("%x", sum), Lines: out.line, Bytes: int64(out.Len()), Role: f.role(),
		Status: graph.FileParsed, TextGZ: compress(out.Bytes()),
	})
}

// fill puts so many functions into a file: classes that fit, and the rest outside of classes.
func (m *maker) fill(number int, out *text, functions int) {
	for rest := functions; rest > 0; {
		methods := m.fitting(rest)
		if methods == 0 {
			for range rest {
				m.function(number, -1, out)
			}
			return
		}
		m.layClass(number, out, methods)
		rest -= methods
	}
	for m.random.Float64() < m.emptyClasses {
		m.layClass(number, out, 0)
	}
}

// drawFiles draws how many functions the files have, and how many files the packages.
func (m *maker) drawFiles() {
	m.drawn = map[string][]int{}
	source := m.shape.Share["source"]
	for _, kind := range []struct {
		of    string
		share float64
	}{{PerFile, source}, {PerTestFile, 1 - source}} {
		files := int(kind.share * float64(m.wanted) / max(1, m.shape.Spread[kind.of].Mean))
		m.drawn[kind.of] = m.shape.Spread[kind.of].spread(m.random, files)
	}
	m.drawn[Files] = m.shape.Spread[Files].spread(m.random, int(float64(m.share("files"))/max(1, m.shape.Spread[Files].Mean)))
}

// next gives the number of one more file or package.
func (m *maker) next(of string) int {
	left := m.drawn[of]
	if len(left) == 0 {
		return m.shape.Spread[of].draw(m.random)
	}
	m.drawn[of] = left[1:]
	return left[0]
}

// constants makes the variables outside of classes: as many as the fields of classes leave.
func (m *maker) constants(number int, out *text) {
	f := m.files[number]
	perFile := (m.shape.Share["variables"] - m.shape.Spread[Fields].Mean*m.shape.Share["classes"]) / m.shape.Share["files"]
	for i := 0; m.random.Float64() < perFile/(1+perFile); i++ { // a geometric series of that mean
		name := fmt.Sprintf("%s_%d", strings.ToUpper(word(m.random.IntN(len(words)))), i)
		out.add(fmt.Sprintf("%s = %d", name, i))
		id := m.symbol(number, f.path, name, graph.KindConstant, f.role(), span{out.line, out.line})
		m.edge(graph.Edge{From: graph.SymbolID(f.path, "<module>", graph.KindModule, 1), To: id, Type: graph.EdgeDefines, How: "scope"})
		m.variables = append(m.variables, variable{id, number})
	}
}

// candidates is how many classes are looked at for one that fits: the largest is taken, since large ones fit seldom.
const candidates = 4

// fitting takes the size of a class with at most so many methods; 0 when none is found.
func (m *maker) fitting(most int) int {
	best := -1
	for range candidates {
		if i := m.in(span{0, len(m.sizes)}); i >= 0 && m.sizes[i] <= most && (best < 0 || m.sizes[i] > m.sizes[best]) {
			best = i
		}
	}
	if best < 0 {
		return 0
	}
	size, last := m.sizes[best], len(m.sizes)-1
	m.sizes[best] = m.sizes[last]
	m.sizes = m.sizes[:last]
	return size
}

// drawClasses draws how many methods the classes have; those without any are spread over the files.
func (m *maker) drawClasses() {
	empty := 0
	for _, size := range m.shape.Spread[Methods].spread(m.random, m.share("classes")) {
		if size > 0 {
			m.sizes = append(m.sizes, size)
		} else {
			empty++
		}
	}
	perFile := float64(empty) / float64(max(1, m.share("files")))
	m.emptyClasses = perFile / (1 + perFile) // the mean of a geometric series
}

func compress(text []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed) // a known level
	_, _ = w.Write(text)                              // into memory
	_ = w.Close()
	return out.Bytes()
}

func (m *maker) layClass(number int, out *text, methods int) {
	f := m.files[number]
	c := class{name: title(m.random.IntN(len(words))) + title(m.random.IntN(len(words))) + fmt.Sprint(len(m.classes)), file: number}
	c.id = graph.SymbolID(f.path, c.name, graph.KindClass, 1)
	start := out.line + 1
	out.add("", "class "+c.name+":")
	index := len(m.classes)
	m.classes = append(m.classes, c)
	c.methods.from = len(m.functions)
	for i := range m.shape.Spread[Fields].draw(m.random) {
		field := fmt.Sprintf("%s_%d", word(m.random.IntN(len(words))), i)
		out.add(fmt.Sprintf("    %s = %d", field, i))
		id := m.member(number, c, field, graph.KindField, span{out.line, out.line})
		m.variables = append(m.variables, variable{id, number})
	}
	for range methods {
		m.function(number, index, out)
	}
	c.methods.to = len(m.functions)
	m.classes[index] = c
	m.symbol(number, f.path, c.name, graph.KindClass, f.role(), span{start + 1, max(out.line, start+1)})
	m.edge(graph.Edge{From: graph.SymbolID(f.path, "<module>", graph.KindModule, 1), To: c.id, Type: graph.EdgeDefines, How: "scope"})
}

func title(i int) string { return strings.ToUpper(word(i)[:1]) + word(i)[1:] }

// member makes a symbol inside a class.
func (m *maker) member(number int, c class, name string, kind graph.SymbolKind, lines span) string {
	f := m.files[number]
	id := m.symbol(number, f.path, c.name+"."+name, kind, f.role(), lines)
	m.edge(graph.Edge{From: c.id, To: id, Type: graph.EdgeDefines, How: "scope"})
	return id
}

// function makes one function, in a class unless that is -1, and its test where it is one.
func (m *maker) function(number, in int, out *text) {
	f := m.files[number]
	name := fmt.Sprintf("%s_%s_%d", word(m.random.IntN(len(words))), word(m.random.IntN(len(words))), m.random.IntN(1+m.wanted/4))
	name = fmt.Sprintf("%s_%d", name, len(m.functions)-f.functions.from) // one of its name in a file
	isTest := f.test && m.random.Float64() < m.shape.Share["tests"]/max(0.01, 1-m.shape.Share["source"])
	if isTest {
		name = "test_" + name
	}
	indent, start := "", out.line+2
	if in >= 0 {
		indent = "    "
	}
	out.add("", fmt.Sprintf("%sdef %s(self, value=None):", indent, name))
	for i := range max(1, m.shape.Spread[Lines].draw(m.random)-1) {
		out.add(fmt.Sprintf("%s    value = %s(value, %d)", indent, word(i+start), i))
	}
	lines, made := span{start, out.line}, function{file: number, class: in}
	if in >= 0 {
		made.id = m.member(number, m.classes[in], name, graph.KindMethod, lines)
	} else {
		made.id = m.symbol(number, f.path, name, graph.KindFunction, f.role(), lines)
		m.edge(graph.Edge{From: graph.SymbolID(f.path, "<module>", graph.KindModule, 1), To: made.id, Type: graph.EdgeDefines, How: "scope"})
	}
	if isTest {
		made.test = m.test(f.path, in, name, made.id, start)
	}
	m.functions = append(m.functions, made)
}

// test makes the test whose body is a function.
func (m *maker) test(path string, in int, name, body string, line int) string {
	runner := path + "::" + name
	if in >= 0 {
		runner = path + "::" + m.classes[in].name + "::" + name
	}
	id := graph.TestID(path, runner)
	m.rows.Tests = append(m.rows.Tests, graph.Test{ID: id, RunnerID: runner, Path: path, Name: name, Framework: "pytest", Line: line})
	m.edge(graph.Edge{From: id, To: body, Type: graph.EdgeRuns, How: "pytest"})
	return id
}

// documented is how many of a hundred symbols have documentation.
const documented = 25

func (m *maker) symbol(number int, path, qualified string, kind graph.SymbolKind, role graph.Role, lines span) string {
	id := graph.SymbolID(path, qualified, kind, 1)
	name := qualified[strings.LastIndexByte(qualified, '.')+1:]
	s := graph.Symbol{
		ID: id, Path: path, Name: name, QualifiedName: qualified, Kind: kind, Role: role, Language: "python",
		StartLine: lines.from, EndLine: lines.to, NameLine: lines.from, Exported: !strings.HasPrefix(name, "_"),
	}
	if kind.Label() == graph.LabelFunction {
		s.Signature = "(self, value=None)"
	}
	if m.random.IntN(100) < documented {
		s.Doc = fmt.Sprintf("%s the %s of a %s and return its %s.", title(number), word(m.random.IntN(len(words))),
			word(m.random.IntN(len(words))), word(m.random.IntN(len(words))))
	}
	m.rows.Symbols = append(m.rows.Symbols, s)
	return id
}
