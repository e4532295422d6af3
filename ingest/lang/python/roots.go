package python

import (
	"path"
	"slices"
	"strings"
)

// roots knows the folders from which import may find modules. What a program's sys.path holds is not written in its
// source, so the roots are told apart by how sure they are:
//
//   - own: the folders above the importing file that lie outside of a regular package, and "src" or "lib" in them;
//     the nearest first. A script's own folder and the root of a package are there by Python's own rules.
//   - project: other folders that hold regular packages and a project's files (pyproject.toml, setup.py, setup.cfg) or
//     are the "src" of one: installed beside the importer, as in a repository of several projects.
//   - sibling: other folders that hold regular packages.
//   - loose: folders of modules outside of every package; only a hint.
type roots struct {
	files    map[string]*Module
	folders  map[string]bool // below which a Python file lies
	packages map[string]bool // with an __init__.py
	projects map[string]bool // with project files
	siblings []string        // parents of topmost packages, sorted
	loose    map[string][]*Module
}

// conventional are the folders of a project that stand on the path by convention of the packaging tools.
var conventional = []string{"src", "lib"}

func newRoots(m *Model) *roots {
	r := &roots{
		files: m.byPath, folders: map[string]bool{"": true}, packages: map[string]bool{}, projects: map[string]bool{},
		loose: map[string][]*Module{},
	}
	for _, module := range m.Modules {
		for dir := module.dir; !r.folders[dir]; dir = dirOf(dir) {
			r.folders[dir] = true
		}
		if module.Package {
			r.packages[module.dir] = true
		}
		if path.Base(module.Path) == "setup.py" {
			r.projects[module.dir] = true
		}
	}
	for config := range m.Config {
		if base := path.Base(config); base == "pyproject.toml" || base == "setup.cfg" {
			r.projects[dirOf(config)] = true
		}
	}
	r.listSiblings(m)
	return r
}

func (r *roots) listSiblings(m *Model) {
	seen := map[string]bool{}
	for _, module := range m.Modules {
		switch {
		case module.Package:
			if root := r.rootOf(module.dir); module.dir != "" && !seen[root] {
				seen[root] = true
				r.siblings = append(r.siblings, root)
			}
		case !r.packages[module.dir]:
			name := strings.TrimSuffix(path.Base(module.Path), ".py")
			r.loose[name] = append(r.loose[name], module)
		}
	}
	slices.Sort(r.siblings)
}

// rootOf is the folder that holds the topmost package of a folder; the folder itself outside of packages.
func (r *roots) rootOf(dir string) string {
	for dir != "" && r.packages[dir] {
		dir = dirOf(dir)
	}
	return dir
}

// isProject reports whether a root is a project's folder or its "src".
func (r *roots) isProject(root string) bool {
	return r.projects[root] || slices.Contains(conventional, path.Base(root)) && r.projects[dirOf(root)]
}

// own lists the roots above an importing file, the nearest first.
func (r *roots) own(dir string) []string {
	var list []string
	for {
		if !r.packages[dir] {
			list = append(list, dir)
			for _, name := range conventional {
				if sub := join(dir, name); r.folders[sub] && !r.packages[sub] {
					list = append(list, sub)
				}
			}
		}
		if dir == "" {
			return list
		}
		dir = dirOf(dir)
	}
}

// join joins a folder and a name below it.
func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// at gives the module of a dotted name under a root; folder is set for a folder without __init__.py.
func (r *roots) at(root, dotted string) (module *Module, folder string) {
	base := join(root, strings.ReplaceAll(dotted, ".", "/"))
	if module = r.files[base+"/__init__.py"]; module != nil {
		return module, ""
	}
	if module = r.files[base+".py"]; module != nil {
		return module, ""
	}
	if r.folders[base] {
		return nil, base
	}
	return nil, ""
}

// decides reports whether a root holds the first part of a dotted name as a module or regular package: then import
// looks nowhere else.
func (r *roots) decides(root, top string) bool {
	module, _ := r.at(root, top)
	return module != nil
}

// namesOf lists the dotted names of a module: under its package's root, then under the roots above.
func (r *roots) namesOf(module *Module) []string {
	file := strings.TrimSuffix(module.Path, ".py")
	if module.Package {
		file = module.dir
	}
	var list []string
	for root := r.rootOf(module.dir); ; root = dirOf(root) {
		if rest, below := strings.CutPrefix(file, root+"/"); below || root == "" {
			if root == "" {
				rest = file
			}
			if name := strings.ReplaceAll(rest, "/", "."); name != "" && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
		if root == "" {
			return list
		}
	}
}
