package config

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// DefaultListen is the address of the API: loopback only.
const DefaultListen = "127.0.0.1:17600"

// setting is one value with its name in each source. The name is that of the flag and, dotted, of the file.
type setting struct {
	name     string
	env      string
	fallback string
	set      func(*Config, string) error
}

// settings is the one table of what can be set where. The home directory stands before it: it says where the file is.
var settings = []setting{
	{"project", "ASSAY_PROJECT", "", setProject},
	{"listen", "ASSAY_LISTEN", DefaultListen, setListen},
	{"tokens", "ASSAY_TOKENS", "", setTokens},
	{"token-file", "ASSAY_TOKEN_FILE", "", text(func(c *Config) *string { return &c.TokenFile })},
	{"log-level", "ASSAY_LOG_LEVEL", "", setLogLevel},
	{"json", "ASSAY_JSON", "false", boolean(func(c *Config) *bool { return &c.JSON })},
	{"no-color", "NO_COLOR", "false", setNoColor},
	{"neo4j.uri", "NEO4J_URI", "", text(func(c *Config) *string { return &c.Neo4j.URI })},
	{"neo4j.username", "NEO4J_USERNAME", "neo4j", text(func(c *Config) *string { return &c.Neo4j.Username })},
	{"neo4j.password", "NEO4J_PASSWORD", "", func(c *Config, v string) error { c.Neo4j.Password = Secret(v); return nil }},
	{"neo4j.database", "NEO4J_DATABASE", "", text(func(c *Config) *string { return &c.Neo4j.Database })},
}

// value finds the setting's text and says where it came from.
func (s setting) value(from Sources, file map[string]string) (value, origin string) {
	if v, ok := from.Flags[s.name]; ok {
		return v, "--" + s.name
	}
	if v, ok := from.LookupEnv(s.env); ok && v != "" {
		return v, s.env
	}
	if v, ok := file[s.name]; ok {
		return v, FileName
	}
	return s.fallback, "default"
}

// logLevels are the levels that zerolog knows and assay uses.
var logLevels = []string{"trace", "debug", "info", "warn", "error"}

// LogLevels lists the levels of the log, the most talkative first.
func LogLevels() []string { return slices.Clone(logLevels) }

func setLogLevel(c *Config, value string) error {
	if value != "" && !slices.Contains(logLevels, value) {
		return fmt.Errorf("%s is not one of %s", Quote(value), strings.Join(logLevels, ", "))
	}
	c.LogLevel = value
	return nil
}

func setProject(c *Config, value string) error {
	c.Project = value
	if value == "" {
		return nil
	}
	return CheckProject(value)
}

func setListen(c *Config, value string) error {
	c.Listen = value
	_, port, err := net.SplitHostPort(value)
	if err != nil {
		return fmt.Errorf("%s is not HOST:PORT", Quote(value))
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("%s is not a port", Quote(port))
	}
	return nil
}

// setNoColor follows the NO_COLOR convention: any text turns colour off; a flag or file may still say false.
func setNoColor(c *Config, value string) error {
	off, err := strconv.ParseBool(value)
	c.NoColor = off || err != nil
	return nil
}

func text(field func(*Config) *string) func(*Config, string) error {
	return func(c *Config, value string) error {
		*field(c) = value
		return nil
	}
}

func boolean(field func(*Config) *bool) func(*Config, string) error {
	return func(c *Config, value string) error {
		parsed, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("%s is neither true nor false", Quote(value))
		}
		*field(c) = parsed
		return nil
	}
}

// fileNames lists the settings that the file may hold.
func fileNames() []string {
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.name
	}
	return names
}

// parseFile reads YAML into dotted names and refuses what is not a setting. Values stay out of the errors: they may be
// secrets.
func parseFile(content []byte) (map[string]string, error) {
	var tree map[string]any
	if err := yaml.Unmarshal(content, &tree); err != nil {
		return nil, fmt.Errorf("not a YAML mapping of settings")
	}
	values := map[string]string{}
	if err := flatten("", tree, values); err != nil {
		return nil, err
	}
	for name := range values {
		if !slices.Contains(fileNames(), name) {
			return nil, fmt.Errorf("unknown setting %s", Quote(name))
		}
	}
	return values, nil
}

func flatten(prefix string, tree map[string]any, into map[string]string) error {
	for key, value := range tree {
		switch v := value.(type) {
		case map[string]any:
			if err := flatten(prefix+key+".", v, into); err != nil {
				return err
			}
		case string, bool, int, float64:
			into[prefix+key] = fmt.Sprint(v)
		case nil:
		default:
			return fmt.Errorf("setting %s is no single value", Quote(prefix+key))
		}
	}
	return nil
}

// Setting says how one value is called in each source.
type Setting struct {
	Name        string // of the flag, where there is one, and, dotted, in the file
	Environment string
	Default     string
}

// Settings lists what can be set.
func Settings() []Setting {
	list := make([]Setting, len(settings))
	for i, s := range settings {
		list[i] = Setting{Name: s.name, Environment: s.env, Default: s.fallback}
	}
	return list
}
