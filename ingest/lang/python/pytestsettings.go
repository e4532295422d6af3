package python

import (
	"path"
	"slices"
	"strings"
)

// settings are the options of pytest that decide what a run collects, for one root folder.
type settings struct {
	// root is pytest's root folder: "" for the repository's own. Node ids are relative to it.
	root string
	// configured is true when a configuration file of the project speaks of pytest.
	configured bool

	files       []string // python_files
	classes     []string // python_classes
	functions   []string // python_functions
	paths       []string // testpaths, relative to root
	noRecurse   []string // norecursedirs
	ignore      []string // --ignore, relative to root
	ignoreGlobs []string // --ignore-glob, relative to root
	fixtures    []string // usefixtures
	plugins     []string // dotted names of plugin modules: -p and entry points
	skipImports bool     // collect_imported_tests = false
}

// defaults are pytest's own.
func defaults(root string) *settings {
	return &settings{
		root:      root,
		files:     []string{"test_*.py", "*_test.py"},
		classes:   []string{"Test"},
		functions: []string{"test"},
		noRecurse: []string{"*.egg", ".*", "_darcs", "build", "CVS", "dist", "node_modules", "venv", "{arch}"},
	}
}

// configNames lists the files that may configure pytest, in the order in which it asks them.
var configNames = []string{"pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"}

// configurations holds the settings of each folder that configures pytest.
type configurations struct {
	byFolder map[string]*settings
	fallback *settings // of a repository that does not configure pytest at its root
}

func readConfigurations(texts map[string]string) *configurations {
	c := &configurations{byFolder: map[string]*settings{}, fallback: defaults("")}
	folders := map[string]bool{}
	for name := range texts {
		folders[dirOf(name)] = true
	}
	for folder := range folders {
		if s := settingsOf(folder, texts); s != nil {
			c.byFolder[folder] = s
		}
	}
	c.fallback.plugins = entryPoints("", texts)
	return c
}

// of gives the settings for a file: those of the repository's root when it configures pytest, since a run starts
// there; else those of the nearest folder above the file.
func (c *configurations) of(file string) *settings {
	if s := c.byFolder[""]; s != nil {
		return s
	}
	for folder := dirOf(file); folder != ""; folder = dirOf(folder) {
		if s := c.byFolder[folder]; s != nil {
			return s
		}
	}
	return c.fallback
}

func settingsOf(folder string, texts map[string]string) *settings {
	for _, name := range configNames {
		text, ok := texts[path.Join(folder, name)]
		if !ok {
			continue
		}
		options, ok := pytestOptions(name, text)
		if !ok {
			continue
		}
		s := defaults(folder)
		s.configured = true
		s.apply(options)
		s.plugins = append(s.plugins, entryPoints(folder, texts)...)
		return s
	}
	return nil
}

// options are configured values by name: each a list of words.
type options map[string][]string

func (s *settings) apply(o options) {
	replace := func(into *[]string, name string) {
		if words, ok := o[name]; ok {
			*into = words
		}
	}
	replace(&s.files, "python_files")
	replace(&s.classes, "python_classes")
	replace(&s.functions, "python_functions")
	replace(&s.paths, "testpaths")
	replace(&s.noRecurse, "norecursedirs")
	replace(&s.fixtures, "usefixtures")
	imported := o["collect_imported_tests"]
	s.skipImports = len(imported) == 1 && slices.Contains([]string{"false", "no", "off", "0"}, strings.ToLower(imported[0]))
	s.applyArguments(o["addopts"])
}

// applyArguments reads those arguments of addopts that decide what is collected.
func (s *settings) applyArguments(words []string) {
	for i, word := range words {
		name, value, inline := strings.Cut(word, "=")
		if !inline && i+1 < len(words) {
			value = words[i+1]
		}
		switch {
		case name == "--ignore":
			s.ignore = append(s.ignore, path.Clean(value))
		case name == "--ignore-glob":
			s.ignoreGlobs = append(s.ignoreGlobs, value)
		case name == "-p":
			s.addPlugin(value)
		case strings.HasPrefix(word, "-p") && !strings.HasPrefix(word, "--"):
			s.addPlugin(word[2:])
		}
	}
}

func (s *settings) addPlugin(name string) {
	if !strings.HasPrefix(name, "no:") {
		s.plugins = append(s.plugins, name)
	}
}
