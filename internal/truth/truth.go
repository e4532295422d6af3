// Package truth holds what people read in the source of known repositories: the callers of functions and the fixtures
// of tests, with their places. Tests of languages, questions and whole loads compare replies with it. The data is one
// YAML file a repository; nothing in it was produced by the code that it judges.
package truth

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

//go:embed data/*.yaml
var data embed.FS

// Repository is what is known of one repository.
type Repository struct {
	// Name is the example's or the package's name; Version of the source distribution, empty for an example.
	Name    string `yaml:"repository"`
	Version string `yaml:"version"`
	// Small says that loading it is quick enough for each run of the tests.
	Small    bool       `yaml:"small"`
	Callers  []Callers  `yaml:"callers"`
	Fixtures []Fixtures `yaml:"fixtures"`
}

// Callers are the places that call one function.
type Callers struct {
	Of   string `yaml:"of"`   // path::qualified_name
	Note string `yaml:"note"` // what makes it worth asking
	// Calls are certain by scopes, imports and class order: a reply lists every one.
	Calls []Site `yaml:"calls"`
	// Either call it as well, through a receiver whose type takes inference to see: a reply lists each among its
	// items, or among its unresolved sites and says partial.
	Either []Site `yaml:"either"`
	// May are uses that a reply may or may not list: references by symbols that call it too, and calls through self where
	// an override could be meant but the program as it stands never gets there.
	May []Site `yaml:"may"`
	// Never do not call it though they call something of its name: a reply with one of them among its items is wrong.
	Never []Site `yaml:"never"`
}

// Fixtures are the fixtures of the repository that one test runs with.
type Fixtures struct {
	Test   string   `yaml:"test"` // as pytest names it, without parameters
	Note   string   `yaml:"note"`
	Direct []string `yaml:"direct"` // asked for by the test itself, by usefixtures or by being autouse
	All    []Site   `yaml:"all"`    // with all that these ask for; Symbol is the fixture's name
}

// Site is a place in the source, written "path:line symbol".
type Site struct {
	Path   string
	Line   int
	Symbol string // qualified name of what holds the line
}

// String gives the form in which the data is written.
func (s Site) String() string { return fmt.Sprintf("%s:%d %s", s.Path, s.Line, s.Symbol) }

// UnmarshalYAML reads "path:line symbol".
func (s *Site) UnmarshalYAML(node *yaml.Node) error {
	place, symbol, spaced := strings.Cut(node.Value, " ")
	path, line, placed := strings.Cut(place, ":")
	number, err := strconv.Atoi(line)
	if !spaced || !placed || err != nil {
		return fmt.Errorf("line %d: %q is not of the form path:line symbol", node.Line, node.Value)
	}
	*s = Site{Path: path, Line: number, Symbol: symbol}
	return nil
}

// Read gives what is known of the repository of that name.
func Read(name string) (*Repository, error) {
	text, err := data.Open("data/" + name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("read truth of %s: %w", name, err)
	}
	decoder := yaml.NewDecoder(text)
	decoder.KnownFields(true)
	repository := &Repository{}
	if err := decoder.Decode(repository); err != nil {
		return nil, fmt.Errorf("read truth of %s: %w", name, err)
	}
	return repository, nil
}

// Names lists the repositories of which something is known, sorted.
func Names() ([]string, error) {
	entries, err := data.ReadDir("data")
	if err != nil {
		return nil, fmt.Errorf("list truth: %w", err)
	}
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		names = append(names, strings.TrimSuffix(entry.Name(), ".yaml"))
	}
	return names, nil
}
