package python

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed stdclasses.txt
var stdClassText string

// stdClass is a class of the standard library; stdclasses_gen.py says how it is written down.
type stdClass struct {
	name      string
	order     []string // without itself
	names     map[string]bool
	stored    map[string]bool
	metaclass bool
}

// stdClasses holds the classes of the standard library by each of their names.
var stdClasses = sync.OnceValue(func() map[string]*stdClass {
	classes := map[string]*stdClass{}
	for _, line := range strings.Split(stdClassText, "\n") {
		if line == "" {
			continue
		}
		class, others := parseStdClass(line)
		classes[class.name] = class
		for _, name := range others {
			if classes[name] == nil {
				classes[name] = class
			}
		}
	}
	return classes
})

func parseStdClass(line string) (class *stdClass, others []string) {
	head, rest, _ := strings.Cut(line, " (")
	order, body, _ := strings.Cut(rest, ")")
	names, stored, _ := strings.Cut(body, " |")
	class = &stdClass{order: strings.Fields(order), names: wordSet(names), stored: wordSet(stored)}
	for _, field := range strings.Fields(head) {
		switch {
		case class.name == "":
			class.name = field
		case field == "!":
			class.metaclass = true
		default:
			others = append(others, strings.TrimPrefix(field, "="))
		}
	}
	return class, others
}

// has reports whether the class itself defines an attribute.
func (c *stdClass) has(name string) bool { return c.names[name] }
