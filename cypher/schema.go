package cypher

import (
	"slices"

	"assay/internal/graph"
)

// Node describes one label of the graph: what docs/schema.md says of it.
type Node struct {
	Label   graph.Label
	Meaning string
	// Scope says what makes the id unique: "project" within one published copy, "all" over the whole database, "" for
	// nodes without an id.
	Scope      string
	Properties []Property
}

// Property describes one property of a node or an edge.
type Property struct{ Name, Type, Meaning string }

// Edge describes one edge type: the labels it connects and the properties it has beside those of every edge.
type Edge struct {
	Type       graph.EdgeType
	From, To   []graph.Label
	Meaning    string
	Properties []string // names out of EdgeProperties
}

// Schema is everything that assay writes: the source of docs/schema.md, held against a loaded database by a test.
type Schema struct {
	Nodes          []Node
	EdgeProperties []Property // of every edge of a copy; those that a type does not name are absent there
	Edges          []Edge
}

// Describe gives the schema.
func Describe() Schema {
	return Schema{Nodes: nodes(), EdgeProperties: edgeProperties(), Edges: edges()}
}

func nodes() []Node {
	return slices.Concat(versionNodes(), fileNodes(), definitionNodes(), outsideNodes(), jobNodes())
}

func versionNodes() []Node {
	return []Node{
		{graph.LabelProject, "One loaded repository. Properties that begin with `lease_`, `stale_graphs` and `version_floor` belong to running loads.", "", []Property{
			{"name", "text", "unique; `[a-z0-9][a-z0-9._-]{0,63}`"},
			{"root", "text", "real path of the repository"},
			{"graph", "text", "key of the copy that is published now"},
			{"version", "integer", "even: published; odd: being published; 0: nothing published yet"},
			{"languages", "list of text", "languages found"},
			{"commit, branch, dirty, status, extractor_hash", "", "as in the newest Snapshot"},
			{"loaded_at", "integer", "time of the newest publish, epoch ms"},
			{"call_hubs, test_hubs", "list of text", "ids of the symbols that very many use, and that most tests execute; at most 200, the greatest first"},
			{"call_hub_border, test_hub_border", "integer", "uses, and tests, from which a symbol is a hub"},
			{"tests_ran", "integer", "tests that executed anything, when a run was imported last"},
		}},
		{graph.LabelSnapshot, "One published version; the newest 20 are kept.", "", []Property{
			{"version", "integer", "of the Project when it was published"},
			{"commit, branch", "text", "of the repository when it was loaded; absent outside of git"},
			{"dirty", "truth", "the work tree held changes that are not committed"},
			{"status", "text", "ready, or partial when something could not be read"},
			{"created_at", "integer", "epoch ms"},
			{"extractor_hash", "text", "of the versions of all extractors"},
			{"count_names, count_values", "lists", "numbers of rows read from the source, name by name: files, symbols, CALLS, ...; and of observed edges: observed_TESTS, ..."},
		}},
	}
}

func fileNodes() []Node {
	return []Node{
		{graph.LabelFile, "A source, test, configuration or documentation file. Its id is its path.", "project", []Property{
			{"path", "text", "relative to the root, with /"},
			{"language", "text", "absent where assay does not read the file"},
			{"sha256", "text", "hex, of the bytes on disk"},
			{"lines, bytes", "integer", "size"},
			{"role", "text", "source, test, fixture, config, doc, generated, vendored, other"},
			{"status", "text", "parsed, partial, skipped, listed"},
			{"reason", "text", "why partial or skipped"},
			{"diagnostics", "list of text", "parse faults as `line: message`, at most 20"},
			{"text_gz", "bytes", "gzip of the text as loaded; absent when skipped"},
			{"search_name, search_text", "text", "words by which search finds it, of the name and of the path; only where no module symbol stands for the file"},
			{"measured_run", "integer", "ordinal of the newest Run that watched the file; absent where none did"},
			{"measured_sha256", "text", "of the bytes that this run watched"},
			{"measured_functions", "list of integer", "hashes of its functions then, each of identifier and text: what is not among them changed since"},
			{"measured_since", "list of integer", "ordinals of the runs since which each of these texts stands: what older runs saw was another text"},
		}},
		{graph.LabelPackage, "A package of the language. Its id is the name + `#package`.", "project", []Property{
			{"name", "text", "as the language writes it"},
			{"path", "text", "directory, `.` for the root"},
		}},
	}
}

func definitionNodes() []Node {
	return []Node{
		{graph.LabelSymbol, "A definition. Carries Class, Function or Variable beside it (modules carry neither), and Fixture for pytest fixtures and set-up functions.", "project", []Property{
			{"path", "text", "of the file"},
			{"name", "text", "last part of the qualified name"},
			{"qualified_name", "text", "inside of the file: `Class.method`, `outer.<locals>.inner`, `<module>`"},
			{"kind", "text", "module, class, interface, function, method, constructor, variable, constant, field"},
			{"role", "text", "source, test, fixture"},
			{"language", "text", "language of the file"},
			{"signature, doc", "text", "as written; absent when there is none"},
			{"start_line, end_line", "integer", "1-based, from the first decorator to the last line"},
			{"name_line", "integer", "the line that holds the name"},
			{"exported", "truth", "visible to other files by the language's own rule"},
			{"annotations", "list of text", "decorators or annotations without @"},
			{"search_name, search_text", "text", "words by which search finds it: of its name and what it is defined in; of path, signature, documentation, annotations"},
			{"fixture_name, scope", "text", "of a Fixture: the name that tests ask by; function, class, module, package, session"},
			{"autouse", "truth", "of a Fixture: present and true when tests use it without asking"},
		}},
		{graph.LabelTest, "A test as its runner names it. Its id is path + runner_id + `#test`.", "project", []Property{
			{"runner_id", "text", "exactly as the runner prints it, parameters cut off"},
			{"path, name", "text", "of the file; of the test"},
			{"framework", "text", "pytest, unittest"},
			{"line", "integer", "of the body's definition"},
			{"cases", "integer", "parameter sets that a run has seen"},
			{"made", "truth", "present and true when only a run of tests knows the test"},
		}},
	}
}

func outsideNodes() []Node {
	return []Node{
		{graph.LabelName, "A called name whose target could not be decided, or a pattern of such names (`visit_*`, `*_hook`) where a program makes the name of a text. Its id is the name + `#name`.", "project", []Property{
			{"name", "text", "as called"},
		}},
		{graph.LabelExternal, "A symbol outside of every loaded project, shared by all projects. Its id is `ecosystem:qualified_name#external`. Has no `graph`.", "all", []Property{
			{"ecosystem", "text", "python (standard library and builtins), pypi, ..."},
			{"package", "text", "distribution or top-level module"},
			{"qualified_name, name", "text", "`os.path.join`; its last part"},
		}},
		{graph.LabelRun, "One run of tests whose observations were imported.", "project", []Property{
			{"ordinal", "integer", "what `run` of an edge refers to"},
			{"source", "text", "what observed: coverage.py"},
			{"commit", "text", "of the repository when the tests ran"},
			{"created_at", "integer", "epoch ms"},
			{"tests", "integer", "how many tests ran"},
		}},
		{graph.LabelCounter, "A number that outlives what it was taken from: the highest version of all deleted projects.", "", []Property{
			{"name", "text", "unique"},
			{"value", "integer", ""},
		}},
	}
}

func jobNodes() []Node {
	return []Node{
		{graph.LabelJob, "A load or an import that somebody asked for. Belongs to no copy and has no edges. Properties that begin with `lease_` belong to the worker that runs it; times are epoch ms of the database's clock.", "", []Property{
			{"id", "text", "unique in the database"},
			{"kind", "text", "load, coverage"},
			{"project, root, host", "text", "what to work on, and the machine that has it"},
			{"options, key", "text", "JSON; the same for requests that ask for the same"},
			{"state", "text", "queued, running, succeeded, failed, cancelled"},
			{"attempt, max_attempts", "integer", "tries so far; how many there may be"},
			{"created_at, queued_at, available_at, started_at, finished_at", "integer", "available_at: not to be taken before"},
			{"cancel", "truth", "present and true while a running job is to be cancelled"},
			{"phase, done, total, rate", "", "how far it is, and how many a second"},
			{"log", "list of text", "the last lines as `epoch-ms text`"},
			{"report", "text", "JSON of the verb of this kind"},
			{"error_kind, error_message, error_fixes", "", "why the last attempt failed"},
		}},
		{graph.LabelJobQueue, "The one node whose property `lock` makes those who claim or add jobs take turns.", "", []Property{
			{"name", "text", "jobs"},
			{"lock", "text", "who changed the queue last"},
		}},
	}
}

func edgeProperties() []Property {
	return []Property{
		{"evidence", "text", "how the edge is known; see below"},
		{"how", "text", "the rule that made it: scope, import, mro, protocol (the language calls a special method), coverage.py, ..."},
		{"candidates", "integer", "size of the set of which the target is one; 1 for exact and observed"},
		{"lines", "list of integer", "where, 1-based, sorted, in the file of the source; for TESTS in the file of the target"},
		{"dispatch", "text", "direct, method, super, constructor, callback"},
		{"reason", "text", "why the call could not be decided"},
		{"alias", "text", "name under which it is imported"},
		{"phases", "integer", "bits: 1 setup, 2 call, 4 teardown, 8 import"},
		{"run", "integer", "ordinal of the Run that observed it last"},
	}
}

func edges() []Edge {
	symbol, file, test := []graph.Label{graph.LabelSymbol}, []graph.Label{graph.LabelFile}, []graph.Label{graph.LabelTest}
	return []Edge{
		{graph.EdgePublished, []graph.Label{graph.LabelProject}, []graph.Label{graph.LabelSnapshot}, "has published; no evidence", nil},
		{graph.EdgeContains, []graph.Label{graph.LabelProject, graph.LabelPackage}, []graph.Label{graph.LabelPackage, graph.LabelFile}, "holds; files and packages that no package holds hang on the Project", nil},
		{graph.EdgeDefines, []graph.Label{graph.LabelFile, graph.LabelSymbol}, symbol, "defines; a nested symbol hangs on the one around it", nil},
		{graph.EdgeImports, file, []graph.Label{graph.LabelFile, graph.LabelPackage, graph.LabelExternal}, "imports", []string{"lines", "alias"}},
		{graph.EdgeCalls, symbol, []graph.Label{graph.LabelSymbol, graph.LabelExternal}, "calls", []string{"lines", "dispatch"}},
		{graph.EdgeReferences, symbol, []graph.Label{graph.LabelSymbol, graph.LabelExternal}, "mentions without a call; an import statement refers to what it names where nothing else in the file does, and always in a package's __init__.py", []string{"lines", "alias"}},
		{graph.EdgeMayCall, symbol, []graph.Label{graph.LabelName}, "calls or reads something of that name, or of a name of that pattern; the target could not be decided", []string{"lines", "reason"}},
		{graph.EdgeInherits, symbol, []graph.Label{graph.LabelSymbol, graph.LabelExternal}, "is a subclass of", []string{"lines"}},
		{graph.EdgeImplements, symbol, []graph.Label{graph.LabelSymbol, graph.LabelExternal}, "implements the interface", nil},
		{graph.EdgeOverrides, symbol, []graph.Label{graph.LabelSymbol, graph.LabelExternal}, "overrides the method; outside of the repository where it is of the standard library", nil},
		{graph.EdgeInjects, symbol, symbol, "is given by a framework", nil},
		{graph.EdgeBinds, symbol, symbol, "stands for the interface", nil},
		{graph.EdgeRuns, test, symbol, "has the body; one body may serve many tests", nil},
		{graph.EdgeTests, test, []graph.Label{graph.LabelSymbol, graph.LabelFile}, "executes", []string{"lines", "phases", "run"}},
		{graph.EdgeCoveredBy, symbol, []graph.Label{graph.LabelRun}, "was executed by a run that does not tell its tests apart", []string{"lines", "run"}},
		{graph.EdgeUsesFixture, test, symbol, "asks for the fixture", nil},
		{graph.EdgeRequires, symbol, symbol, "a fixture asks for another", nil},
		{graph.EdgeReplaces, symbol, symbol, "a fixture takes the place of another of its name", nil},
	}
}
