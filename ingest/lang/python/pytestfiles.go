package python

import (
	"path"
	"slices"
	"strings"
)

// collects reports whether a run at the settings' root collects a file of this repository-relative path.
func (s *settings) collects(file string, ignored *ignoreLists) bool {
	relative, ok := s.relative(file)
	if !ok || ignored.has(file) {
		return false
	}
	named := slices.Contains(s.paths, relative)
	if !named && !matchesAny(s.files, relative) {
		return false
	}
	start, ok := s.start(relative)
	return ok && !s.avoided(start, relative)
}

// relative gives the path below the settings' root.
func (s *settings) relative(file string) (string, bool) {
	if s.root == "" {
		return file, true
	}
	return strings.CutPrefix(file, s.root+"/")
}

// start gives the folder from which the run walks to a file: the entry of testpaths that holds it, else the root.
func (s *settings) start(relative string) (string, bool) {
	if len(s.paths) == 0 {
		return "", true
	}
	for _, pattern := range s.paths {
		pattern = strings.TrimSuffix(path.Clean(pattern), "/")
		if pattern == "." {
			return "", true
		}
		for start := relative; start != ""; start = dirOf(start) {
			if start == pattern || globPath(pattern, start) {
				return start, true
			}
		}
	}
	return "", false
}

// globPath matches a path against a pattern of the file system: only a double star crosses a border of path parts.
func globPath(pattern, name string) bool {
	if strings.Contains(pattern, "**") {
		return fnmatch(strings.ReplaceAll(pattern, "**/", "*"), name)
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// avoided reports whether a folder on the way from start to the file is one that runs do not walk into.
func (s *settings) avoided(start, relative string) bool {
	for folder := dirOf(relative); folder != "" && folder != start; folder = dirOf(folder) {
		if matchesAny(s.noRecurse, folder) || slices.Contains(s.ignore, folder) {
			return true
		}
	}
	if slices.Contains(s.ignore, relative) {
		return true
	}
	for _, pattern := range s.ignoreGlobs {
		if fnmatch(pattern, relative) {
			return true
		}
	}
	return false
}

// matchesAny matches a path as pytest does: patterns without a slash against the last part, others against the end.
func matchesAny(patterns []string, name string) bool {
	for _, pattern := range patterns {
		if !strings.Contains(pattern, "/") {
			if fnmatch(pattern, path.Base(name)) {
				return true
			}
		} else if fnmatch("*/"+pattern, "/"+name) {
			return true
		}
	}
	return false
}

// fnmatch matches as Python's fnmatch does: stars match anything, slashes too. It goes back to the last star only, so
// that its time is bounded by the product of the lengths.
func fnmatch(pattern, name string) bool {
	star, from := "", "" // what follows the last star, and the text that it has not taken yet
	starred := false
	for {
		switch {
		case strings.HasPrefix(pattern, "*"):
			pattern = strings.TrimLeft(pattern, "*")
			star, from, starred = pattern, name, true
			continue
		case pattern == "" && name == "":
			return true
		}
		if rest, ok := matchOne(pattern, name); ok {
			pattern, name = rest, name[1:]
			continue
		}
		if !starred || from == "" {
			return false
		}
		from = from[1:]
		pattern, name = star, from
	}
}

// matchOne matches the first byte of name and gives the rest of the pattern.
func matchOne(pattern, name string) (rest string, ok bool) {
	if pattern == "" || name == "" {
		return "", false
	}
	if pattern[0] == '[' {
		if rest, matched, closed := matchSet(pattern, name); closed {
			return rest, matched
		}
	}
	return pattern[1:], pattern[0] == '?' || pattern[0] == name[0]
}

// matchSet matches the first byte of name against the set that starts the pattern; ok is false when it does not end.
func matchSet(pattern, name string) (rest string, matched, ok bool) {
	set := strings.TrimPrefix(pattern[1:], "!")
	negated := len(set) < len(pattern)-1
	end := strings.IndexByte(set[min(1, len(set)):], ']')
	if end < 0 {
		return "", false, false
	}
	set, rest = set[:end+1], set[end+2:]
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' {
			matched = matched || set[i] <= name[0] && name[0] <= set[i+2]
			i += 2
		} else {
			matched = matched || set[i] == name[0]
		}
	}
	return rest, matched != negated, true
}
