package httpapi

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"assay/internal/config"
	"assay/internal/fault"
)

// roots are the folders whose repositories may be loaded by whoever may ask.
type roots []string

// LoadFolder is the real path of a folder that may be loaded: it lies inside of one of the roots, links and ".." resolved.
func LoadFolder(folders []string, path string) (string, error) { return roots(folders).folder(path) }

// folder is resolve for a path that must be a folder.
func (r roots) folder(path string) (string, error) {
	real, err := r.resolve(path)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		problem := NewProblem(fault.New(fault.Invalid, "the path %s is no folder", config.Quote(path)).Fix("give the folder of the repository")).as(http.StatusForbidden)
		return "", &problem
	}
	return real, nil
}

// resolve gives the real path of a file or folder that lies inside one of the roots, links and ".." resolved. A relative
// path counts from the first root. What lies outside and what does not exist is refused in the same words: the difference
// would tell what is on the machine.
func (r roots) resolve(path string) (string, error) {
	real, err := r.real(path)
	if err == nil {
		return real, nil
	}
	problem := NewProblem(err).as(http.StatusForbidden)
	return "", &problem
}

func (r roots) real(path string) (string, error) {
	refused := fault.New(fault.Invalid, "the path %s is not inside of a folder that may be loaded", config.Quote(path))
	if len(r) == 0 {
		return "", refused.Fix("start the service with --root DIR")
	}
	_ = refused.Fix("the folders are %s; the service's --root adds one", strings.Join(r, ", "))
	if path == "" || strings.HasPrefix(path, "~") || strings.Contains(path, "://") || strings.ContainsRune(path, 0) {
		return "", refused
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(r[0], path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", refused.Because(err)
	}
	for _, root := range r {
		if root, err := filepath.EvalSymlinks(root); err == nil && within(real, root) {
			return real, nil
		}
	}
	return "", refused
}

// within reports whether a clean path is a folder or inside of it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, string(os.PathSeparator))+string(os.PathSeparator))
}
