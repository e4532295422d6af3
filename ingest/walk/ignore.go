package walk

import "io/fs"

// ignoredFolders are left out by name unless git tracks files in them: they hold copies, caches or the state of tools.
var ignoredFolders = map[string]bool{
	".bzr":           true, // version control
	".hg":            true,
	".svn":           true,
	"node_modules":   true, // installed packages
	"__pypackages__": true,
	".eggs":          true,
	"__pycache__":    true, // byte code
	".tox":           true, // environments of test runners
	".nox":           true,
	".mypy_cache":    true, // caches
	".pytest_cache":  true,
	".ruff_cache":    true,
	".hypothesis":    true,
	".gradle":        true,
	".idea":          true, // editors
}

// environment says what kind of installed environment a folder is, "" for none: those hold other people's packages.
func environment(entries []fs.DirEntry) string {
	switch {
	case has(entries, "pyvenv.cfg"):
		return "virtual environment"
	case has(entries, "conda-meta"):
		return "conda environment"
	default:
		return ""
	}
}
