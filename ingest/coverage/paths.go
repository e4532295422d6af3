package coverage

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fileIndex finds loaded files by the paths that other programs give them.
type fileIndex struct {
	root   string // of the project, links resolved
	beside string // folder of the coverage file: relative paths may start there
	byPath map[string]file
	byBase map[string][]string // paths by their last part
}

func newFileIndex(root, coverageFile string, files []file) *fileIndex {
	x := &fileIndex{root: realPath(root), beside: realPath(filepath.Dir(coverageFile)),
		byPath: make(map[string]file, len(files)), byBase: map[string][]string{}}
	for _, f := range files {
		x.byPath[f.Path] = f
		base := lastPart(f.Path)
		x.byBase[base] = append(x.byBase[base], f.Path)
	}
	return x
}

func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

func lastPart(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// find gives the loaded path of a file on this machine: absolute, relative to the root, or relative to the folder of
// the coverage file.
func (x *fileIndex) find(path string) (string, bool) {
	path = strings.ReplaceAll(path, `\`, "/")
	candidates := []string{path}
	if !filepath.IsAbs(path) {
		candidates = []string{filepath.Join(x.root, path), filepath.Join(x.beside, path)}
	}
	for _, candidate := range candidates {
		if loaded, ok := x.below(candidate); ok {
			return loaded, true
		}
	}
	return "", false
}

func (x *fileIndex) below(absolute string) (string, bool) {
	for _, path := range []string{absolute, realPath(absolute)} {
		relative, err := filepath.Rel(x.root, path)
		if err != nil {
			continue
		}
		if _, ok := x.byPath[filepath.ToSlash(relative)]; ok {
			return filepath.ToSlash(relative), true
		}
	}
	return "", false
}

// mapping says what became of each measured path.
type mapping struct {
	loaded  map[string]string // measured path -> loaded path
	outside []string          // measured files that are not loaded, sorted
}

// mapFiles maps measured paths to loaded ones. Paths of another machine are mapped only if all of them lie under one
// folder there that takes the place of the root, and nothing speaks for another.
func (x *fileIndex) mapFiles(measured []string) mapping {
	m := mapping{loaded: map[string]string{}}
	var foreign []string
	for _, path := range measured {
		if loaded, ok := x.find(path); ok {
			m.loaded[path] = loaded
		} else {
			foreign = append(foreign, path)
		}
	}
	root, ok := x.foreignRoot(foreign)
	for _, path := range foreign {
		relative, under := strings.CutPrefix(slashes(path), root+"/")
		if _, loaded := x.byPath[relative]; ok && under && loaded {
			m.loaded[path] = relative
		} else {
			m.outside = append(m.outside, path)
		}
	}
	slices.Sort(m.outside)
	return m
}

func slashes(path string) string { return strings.ReplaceAll(path, `\`, "/") }

// foreignRoot finds the one folder under which the measured files of another machine have the paths of loaded files.
func (x *fileIndex) foreignRoot(measured []string) (string, bool) {
	roots := map[string]bool{}
	for _, path := range measured {
		if existsHere(path) || isInstalled(path) {
			continue // a file of this machine outside of the project, or a library
		}
		path = slashes(path)
		for _, loaded := range x.byBase[lastPart(path)] {
			if root, ok := strings.CutSuffix(path, "/"+loaded); ok {
				roots[root] = true
			}
		}
	}
	if len(roots) != 1 {
		return "", false
	}
	return slices.Collect(maps.Keys(roots))[0], true
}

func existsHere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isInstalled reports whether a path lies in a folder of installed libraries, whose files may have the names of ours.
func isInstalled(path string) bool {
	return strings.Contains(path, "site-packages") || strings.Contains(path, "dist-packages")
}
