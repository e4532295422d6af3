// Package config reads the settings of assay in one place: flags over environment over file over defaults. The file is
// config.yaml in the data directory. Everything else in assay gets values and never looks at the environment.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"assay/internal/fault"
)

// FileName is the settings file inside the data directory.
const FileName = "config.yaml"

// Config is what assay runs with.
type Config struct {
	Home    string // data directory
	Project string // "" leaves the choice to the verb
	Listen  string // address of the API
	// Tokens are those that the API takes, from the settings themselves and from TokenFile; none demands none.
	Tokens    []Secret
	TokenFile string
	LogLevel  string // trace, debug, info, warn, error; "" leaves the choice to the verb
	JSON      bool
	NoColor   bool
	Dumb      bool // the terminal shows text and nothing else: TERM is dumb
	Neo4j     Neo4j
}

// Neo4j says where the user's own server is; URI is empty when assay manages one.
type Neo4j struct {
	URI      string
	Username string
	Password Secret
	Database string
}

// Secret is text that never shows in logs, JSON or error messages.
type Secret string

// hidden is what a secret shows instead of itself.
const hidden = "(hidden)"

// String hides the secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return hidden
}

// GoString hides the secret from %#v.
func (s Secret) GoString() string { return s.String() }

// MarshalJSON hides the secret.
func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// Reveal gives the secret to the one who needs it.
func (s Secret) Reveal() string { return string(s) }

// Sources are the places that settings come from.
type Sources struct {
	Flags     map[string]string           // by setting name, given ones only
	LookupEnv func(string) (string, bool) // os.LookupEnv
}

// Load reads every setting from the first source that has it: flags, environment, file, default.
func Load(from Sources) (Config, error) {
	home, err := homeDirectory(from)
	if err != nil {
		return Config{}, err
	}
	file, err := readFile(filepath.Join(home, FileName))
	if err != nil {
		return Config{}, err
	}
	term, _ := from.LookupEnv("TERM")
	config := Config{Home: home, Dumb: term == "dumb"}
	for _, s := range settings {
		value, origin := s.value(from, file)
		if err := s.set(&config, value); err != nil {
			return Config{}, fault.New(fault.Invalid, "%s (from %s): %s", s.name, origin, err)
		}
	}
	return config, config.readTokenFile()
}

// projectName is the form of project names.
var projectName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// CheckProject refuses a name that no project can have.
func CheckProject(name string) error {
	if projectName.MatchString(name) {
		return nil
	}
	return fault.New(fault.Invalid, "%s is not a project name: 1 to 64 of a-z, 0-9, '.', '_', '-', the first a letter or digit", Quote(name))
}

// quoteLimit is the number of characters of an input that messages repeat.
const quoteLimit = 80

// Quote repeats an input in a message: escaped, and cut when it is long.
func Quote(input string) string {
	if runes := []rune(input); len(runes) > quoteLimit {
		return fmt.Sprintf("%q… (%d characters)", string(runes[:quoteLimit]), len(runes))
	}
	return fmt.Sprintf("%q", input)
}

// foreign is every run of characters that a project name cannot hold.
var foreign = regexp.MustCompile(`[^a-z0-9._-]+`)

// ProjectFromPath derives a project's name from the real path of its root: the base name in lower case.
func ProjectFromPath(root string) (string, error) {
	name := foreign.ReplaceAllString(strings.ToLower(filepath.Base(root)), "-")
	name = strings.TrimLeft(name, "._-")
	if len(name) > 64 {
		name = name[:64]
	}
	if name = strings.TrimRight(name, "-"); CheckProject(name) != nil {
		return "", fault.New(fault.Invalid, "no project name follows from the folder %s", root).Fix("name it: --project NAME")
	}
	return name, nil
}

// homeDirectory is --home, ASSAY_HOME, the XDG data folder or ~/.local/share, made absolute.
func homeDirectory(from Sources) (string, error) {
	if home, ok := from.Flags["home"]; ok {
		if home == "" {
			return "", fault.New(fault.Invalid, "--home names no directory")
		}
		return absolute(home)
	}
	if home, _ := from.LookupEnv("ASSAY_HOME"); home != "" {
		return absolute(home)
	}
	if data, _ := from.LookupEnv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "assay"), nil
	}
	if user, _ := from.LookupEnv("HOME"); filepath.IsAbs(user) {
		return filepath.Join(user, ".local", "share", "assay"), nil
	}
	return "", fault.New(fault.Invalid, "no data directory: neither ASSAY_HOME nor HOME is set").Fix("set ASSAY_HOME to a directory of yours")
}

func absolute(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("data directory %s: %w", path, err)
	}
	return full, nil
}

// readFile reads the settings file into dotted names; a missing file holds none.
func readFile(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.New(fault.Invalid, "settings file %s cannot be read", path).Because(err)
	}
	values, err := parseFile(text)
	if err != nil {
		return nil, fault.New(fault.Invalid, "settings file %s: %s", path, err).Fix("known settings: %s", strings.Join(fileNames(), ", "))
	}
	return values, nil
}
