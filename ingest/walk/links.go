package walk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// link is a symbolic link whose target lies under the root.
type link struct {
	rel    string
	target string // relative to the root, resolved
}

// link looks where a symbolic link leads. It is never followed: what it leads to stands under its real path.
func (w *walker) link(rel string) {
	target, err := filepath.EvalSymlinks(filepath.Join(w.root, rel))
	switch {
	case errors.Is(err, syscall.ELOOP), err != nil && strings.Contains(err.Error(), "too many links"):
		w.refuseLink(rel, ReasonLoop)
	case errors.Is(err, fs.ErrNotExist):
		w.refuseLink(rel, ReasonDangling)
	case err != nil:
		w.refuseLink(rel, reasonOf(err))
	case target == w.root:
	case !strings.HasPrefix(target, w.root+string(filepath.Separator)):
		w.outside(rel, target)
	default:
		w.links = append(w.links, link{rel: rel, target: filepath.ToSlash(target[len(w.root)+1:])})
	}
}

// refuseLink keeps a link that leads nowhere as a file that must not be opened.
func (w *walker) refuseLink(rel, reason string) {
	f := File{Path: printable(rel), Disk: rel, Refused: reason}
	f.Language = w.language(f.Path)
	w.result.Files = append(w.result.Files, f)
}

// outside refuses a link that leaves the root: a folder may hold anything, a file is kept by name.
func (w *walker) outside(rel, target string) {
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		w.refuse(rel+"/", ReasonOutside)
		return
	}
	w.refuseLink(rel, ReasonOutside)
}

// settleLinks tells of links to source that the walk itself did not meet, such as files that git ignores.
func (w *walker) settleLinks() {
	if len(w.links) == 0 {
		return
	}
	met := make(map[string]bool, len(w.result.Files))
	for _, f := range w.result.Files {
		met[f.Disk] = true
	}
	for _, l := range w.links {
		if w.language(l.rel) != "" && !met[l.target] {
			w.refuseLink(l.rel, ReasonLeftOut)
		}
	}
}
