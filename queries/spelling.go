package queries

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assay/internal/fault"
)

// maxSpelling is the longest spelling of a symbol in characters, as long as a path may be; escaped it fits into the
// header of a request.
const maxSpelling = 4096

// moduleEndings are the ways in which languages keep a module in a file, behind the module's slashed name.
var moduleEndings = []string{".py", "/__init__.py", ".pyi", "/__init__.pyi"}

var pathLine = regexp.MustCompile(`^(.+):([0-9]{1,9})$`)

// parse gives the forms that a spelling can be, the likeliest first: an identifier or path::name, path:line, a path, a
// dotted name.
func parse(spelling, root string) ([]Lookup, error) {
	spelling = strings.TrimSpace(spelling)
	if err := checkSpelling(spelling); err != nil {
		return nil, err
	}
	if file, rest, ok := strings.Cut(spelling, "::"); ok {
		file, err := relative(file, root)
		name := qualified(rest)
		return []Lookup{{ID: file + "::" + rest, Path: file, QualifiedName: name}}, err
	}
	if m := pathLine.FindStringSubmatch(spelling); m != nil {
		file, err := relative(m[1], root)
		line, _ := strconv.Atoi(m[2]) // at most nine digits
		if line < 1 && err == nil {
			err = fault.New(fault.Invalid, "%q: lines count from 1", shorten(spelling))
		}
		return []Lookup{{Path: file, Line: line}}, err
	}
	forms := []Lookup{}
	slashed := strings.ContainsAny(spelling, `/\`)
	if slashed || hasEnding(spelling) {
		file, err := relative(spelling, root)
		if err != nil {
			return nil, err
		}
		forms = append(forms, Lookup{ID: spelling, Path: file}) // a shortened identifier may end within the path
	}
	if !slashed {
		forms = append(forms, dotted(spelling))
	}
	return forms, nil
}

func checkSpelling(spelling string) error {
	switch {
	case spelling == "":
		return fault.New(fault.Invalid, "no symbol is given").Fix("give a name, Class.method, path::name or path:line")
	case utf8.RuneCountInString(spelling) > maxSpelling:
		return fault.New(fault.Invalid, "a symbol is at most %d characters long, this one has %d", maxSpelling, utf8.RuneCountInString(spelling))
	case !utf8.ValidString(spelling):
		return fault.New(fault.Invalid, "the symbol is not valid UTF-8")
	case strings.IndexFunc(spelling, unicode.IsControl) >= 0:
		return fault.New(fault.Invalid, "the symbol holds a control character")
	}
	return nil
}

func hasEnding(spelling string) bool {
	for _, ending := range moduleEndings {
		if strings.HasSuffix(spelling, ending) {
			return true
		}
	}
	return false
}

// relative is a path as the graph keeps it. A path outside of the root is refused.
func relative(file, root string) (string, error) {
	file = strings.ReplaceAll(file, `\`, "/")
	if strings.HasPrefix(file, "/") {
		inside, ok := strings.CutPrefix(path.Clean(file), strings.TrimSuffix(root, "/")+"/")
		if root == "" || !ok {
			return "", fault.New(fault.Invalid, "the path %q is outside of the project's root", shorten(file)).
				Fix("give the path relative to the repository")
		}
		return inside, nil
	}
	clean := path.Clean(file)
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", fault.New(fault.Invalid, "the path %q is outside of the project's root", shorten(file)).
			Fix("give the path relative to the repository")
	}
	return clean, nil
}

// qualified is what stands behind "path::", as qualified names are compared: a test runner's separators and
// parameters, the mark of a kind and the marks of local scopes do not count.
func qualified(rest string) string {
	if i := strings.IndexByte(rest, '['); i > 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '#'); i > 0 {
		rest = rest[:i]
	}
	rest = strings.TrimSuffix(rest, "()")
	return normal(plain(strings.ReplaceAll(rest, "::", ".")))
}

// normal is a name in the normal form in which languages compare identifiers.
func normal(name string) string { return norm.NFKC.String(name) }

// dotted reads a name with or without segments before it. A front of segments may be a module.
func dotted(spelling string) Lookup {
	spelling = normal(plain(strings.Trim(strings.TrimSuffix(spelling, "()"), ".")))
	segments := strings.Split(spelling, ".")
	form := Lookup{Name: segments[len(segments)-1], Dotted: spelling, Splits: []Split{}}
	for i := len(segments); i > 0; i-- {
		module := "/" + strings.Join(segments[:i], "/")
		split := Split{QualifiedName: strings.Join(segments[i:], "."), Endings: []string{}}
		for _, ending := range moduleEndings {
			split.Endings = append(split.Endings, module+ending)
		}
		form.Splits = append(form.Splits, split)
		if len(form.Splits) == maxSplits {
			break
		}
	}
	return form
}

// maxSplits bounds the readings of a dotted name: a name of thousands of dots names nothing.
const maxSplits = 16

// shorten keeps a spelling readable in a message.
func shorten(spelling string) string {
	const most = 120
	spelling = strings.ToValidUTF8(spelling, "?")
	if utf8.RuneCountInString(spelling) <= most {
		return spelling
	}
	return string([]rune(spelling)[:most]) + "…"
}
