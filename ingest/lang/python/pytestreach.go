package python

import (
	"path"
	"slices"

	"assay/ingest/facts"
)

// reach lists the holders whose fixtures a node sees, the farthest first: plugins, the conftest of each folder on the
// way from the root, the module, and the classes around it. Of fixtures of one name the last counts.
func (s *suite) reach(n *node) []*holder {
	if n.parent != nil {
		return append(slices.Clone(s.reach(n.parent)), n.holder)
	}
	return append(s.folderReach(n.settings, dirOf(n.module.Path)), n.holder)
}

// folderReach lists the holders that the tests of a folder see.
func (s *suite) folderReach(settings *settings, folder string) []*holder {
	holders := slices.Clone(s.plugins[settings])
	for _, above := range foldersDown(settings.root, folder) {
		if h := s.conftest(above); h != nil {
			holders = append(holders, h)
		}
	}
	return holders
}

// foldersDown lists the folders from root down to a folder below it.
func foldersDown(root, folder string) []string {
	folders := []string{folder}
	for folder != root && folder != "" {
		folder = dirOf(folder)
		folders = append(folders, folder)
	}
	slices.Reverse(folders)
	return folders
}

// conftest gives the fixtures of a folder's conftest.py; nil when there is none.
func (s *suite) conftest(folder string) *holder {
	if h, ok := s.conftests[folder]; ok {
		return h
	}
	var h *holder
	if module := s.model.Module(path.Join(folder, "conftest.py")); module != nil {
		h = s.moduleHolder(module)
	}
	s.conftests[folder] = h
	return h
}

// lookup lists the fixtures of a name in reach, the farthest first.
func lookup(reach []*holder, name string) []*fixture {
	var chain []*fixture
	for _, h := range reach {
		chain = append(chain, h.byName[name]...)
	}
	return chain
}

// findPlugins finds the modules that bring fixtures to the whole run: named by pytest_plugins, by -p, or declared as
// entry points.
func (s *suite) findPlugins() {
	found := map[*settings]map[*Module]bool{}
	for _, module := range s.model.Modules {
		settings := s.config.of(module.Path)
		if found[settings] == nil {
			found[settings] = map[*Module]bool{}
			for _, name := range settings.plugins {
				s.addPlugin(settings, found[settings], module, name)
			}
		}
		if path.Base(module.Path) == "conftest.py" || settings.collects(module.Path, s.ignored) {
			s.addPluginsOf(settings, found[settings], module)
		}
	}
}

func (s *suite) addPluginsOf(settings *settings, found map[*Module]bool, module *Module) {
	for _, variable := range s.attribute(module, "pytest_plugins") {
		if variable.Kind != facts.Variable {
			continue
		}
		for _, name := range texts(variable.Module.Facts, variable.Value) {
			s.addPlugin(settings, found, module, name)
		}
	}
}

func (s *suite) addPlugin(settings *settings, found map[*Module]bool, importer *Module, name string) {
	for _, module := range s.model.Import(importer, name) {
		if found[module] {
			continue
		}
		found[module] = true
		s.addPluginsOf(settings, found, module)
		s.plugins[settings] = append(s.plugins[settings], s.moduleHolder(module))
	}
}

// ignoreLists are the paths and patterns that conftest files keep from being collected.
type ignoreLists struct {
	paths map[string]bool
	globs []string
}

func readIgnoreLists(m *Model) *ignoreLists {
	lists := &ignoreLists{paths: map[string]bool{}}
	for _, module := range m.Modules {
		if path.Base(module.Path) != "conftest.py" {
			continue
		}
		folder := dirOf(module.Path)
		for _, entry := range literalList(m, module, "collect_ignore") {
			lists.paths[path.Join(folder, entry)] = true
		}
		for _, entry := range literalList(m, module, "collect_ignore_glob") {
			lists.globs = append(lists.globs, path.Join(folder, entry))
		}
	}
	return lists
}

// literalList reads a list of strings that a module assigns once and without condition.
func literalList(m *Model, module *Module, name string) []string {
	found := m.TopLevel(module, name)
	if len(found) != 1 || found[0].Kind != facts.Variable || found[0].Branch != 0 {
		return nil
	}
	return texts(module.Facts, found[0].Value)
}

func (l *ignoreLists) has(file string) bool {
	for name := file; name != ""; name = dirOf(name) {
		if l.paths[name] {
			return true
		}
		for _, pattern := range l.globs {
			if fnmatch(pattern, name) {
				return true
			}
		}
	}
	return false
}
