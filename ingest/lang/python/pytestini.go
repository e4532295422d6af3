package python

import (
	"path"
	"strings"

	"github.com/BurntSushi/toml"
)

// pytestOptions reads pytest's options out of a configuration file; ok is false when the file does not speak of pytest.
func pytestOptions(name, text string) (options, bool) {
	switch name {
	case "pytest.toml", ".pytest.toml":
		table, ok := tomlTable(text, "pytest")
		return tomlOptions(table), ok
	case "pyproject.toml":
		if table, ok := tomlTable(text, "tool", "pytest", "ini_options"); ok {
			return tomlOptions(table), true
		}
		table, ok := tomlTable(text, "tool", "pytest")
		return tomlOptions(table), ok
	case "setup.cfg":
		values, ok := iniSections(text)["tool:pytest"]
		return iniOptions(values), ok
	case "tox.ini":
		values, ok := iniSections(text)["pytest"]
		return iniOptions(values), ok
	default: // pytest.ini counts even when it is empty
		return iniOptions(iniSections(text)["pytest"]), true
	}
}

// entryPoints lists the plugin modules that a package declares for pytest.
func entryPoints(folder string, texts map[string]string) []string {
	var modules []string
	if table, ok := tomlTable(texts[path.Join(folder, "pyproject.toml")], "project", "entry-points", "pytest11"); ok {
		for _, value := range table {
			if module, isText := value.(string); isText {
				modules = append(modules, module)
			}
		}
	}
	declared := iniSections(texts[path.Join(folder, "setup.cfg")])["options.entry_points"]["pytest11"]
	for _, line := range strings.Split(declared, "\n") {
		if _, module, ok := strings.Cut(line, "="); ok {
			modules = append(modules, strings.TrimSpace(module))
		}
	}
	return modules
}

// tomlTable decodes a TOML text and walks into a table; a text that is no TOML has none.
func tomlTable(text string, names ...string) (map[string]any, bool) {
	var table map[string]any
	if _, err := toml.Decode(text, &table); err != nil {
		return nil, false
	}
	for _, name := range names {
		next, ok := table[name].(map[string]any)
		if !ok {
			return nil, false
		}
		table = next
	}
	return table, true
}

func tomlOptions(table map[string]any) options {
	o := options{}
	for name, value := range table {
		switch v := value.(type) {
		case string:
			o[name] = shellWords(v)
		case bool:
			o[name] = []string{map[bool]string{true: "true", false: "false"}[v]}
		case []any:
			o[name] = []string{}
			for _, item := range v {
				if word, ok := item.(string); ok {
					o[name] = append(o[name], word)
				}
			}
		}
	}
	return o
}

func iniOptions(values map[string]string) options {
	o := options{}
	for name, value := range values {
		o[name] = shellWords(value)
	}
	return o
}

// iniSections reads an INI text as pytest does: comments are lines of their own, indented lines continue a value.
func iniSections(text string) map[string]map[string]string {
	sections := map[string]map[string]string{}
	var section map[string]string
	var key string
	for _, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line = strings.TrimRight(line, " \t\r")
		trimmed := strings.TrimLeft(line, " \t")
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
		case line[0] == '[':
			name, _, _ := strings.Cut(line[1:], "]")
			if sections[name] == nil {
				sections[name] = map[string]string{}
			}
			section, key = sections[name], ""
		case section == nil:
		case len(trimmed) < len(line) && key != "":
			section[key] += "\n" + trimmed
		default:
			key = iniEntry(line, section)
		}
	}
	return sections
}

func iniEntry(line string, section map[string]string) string {
	at := strings.IndexAny(line, "=:")
	if at < 0 {
		return ""
	}
	key := strings.TrimSpace(line[:at])
	section[key] = strings.TrimSpace(line[at+1:])
	return key
}

// shellWords splits a text into words as a shell does: at blanks outside of quotes, with backslashes.
func shellWords(text string) []string {
	words := []string{}
	var word strings.Builder
	var quote rune
	started, escaped := false, false
	end := func() {
		if started {
			words = append(words, word.String())
			word.Reset()
			started = false
		}
	}
	for _, r := range text {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, started = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, started = r, true
		case strings.ContainsRune(" \t\r\n", r):
			end()
		default:
			word.WriteRune(r)
			started = true
		}
	}
	end()
	return words
}
