// Package walk finds the files of a repository: what git tracks or would add where there is a work tree, sub-modules
// and repositories inside of it included, else everything but a short list of folders that hold no source. Links are
// never followed: a file stands once, under its real path. What cannot be walked is told with its reason.
package walk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf8"

	"assay/internal/fault"
	"assay/internal/graph"
)

// Reasons why something was not walked or not read.
const (
	ReasonRights     = "no rights"
	ReasonOutside    = "link leaves the root"
	ReasonDangling   = "dangling link"
	ReasonLoop       = "link loop"
	ReasonLeftOut    = "link to a file that is left out"
	ReasonIrregular  = "not a regular file"
	ReasonAbsent     = "sub-module that is not checked out"
	ReasonClash      = "name clashes with another file"
	ReasonUnreadable = "cannot be listed"
)

// Options say what to walk.
type Options struct {
	// Root is the folder to walk; links in the path to it are resolved.
	Root string
	// Language gives the language that reads the file at a path, "" for none.
	Language func(path string) string
	// Script gives the language of a file without an ending by its first line, such as "#!/usr/bin/env python3"; nil for none.
	Script func(firstLine string) string
	// MaxFiles bounds the files; 0 for MaxFiles.
	MaxFiles int
	// Exclude are folders that are left out, tracked or not: relative to the root, or absolute.
	Exclude []string
}

// File is one file of the repository.
type File struct {
	Path     string // relative to the root, with "/", as on disk; bytes that are not UTF-8 are written as \xNN
	Disk     string // what opens the file, relative to the root
	Size     int64
	Language string // "" when no language reads it
	Role     graph.Role
	Refused  string // the reason why the file must not be opened; empty for regular files
}

// Refused is a folder or link that was not walked.
type Refused struct {
	Path   string
	Reason string
}

// Result is what a walk found.
type Result struct {
	Root    string // the real path
	Git     Git
	Files   []File    // sorted by path
	Refused []Refused // sorted by path
	Notes   []string  // what a reader of the report should know, in sentences
}

// Walk lists the files of a repository.
func Walk(ctx context.Context, options Options) (*Result, error) {
	root, err := Root(options.Root)
	if err != nil {
		return nil, err
	}
	w := &walker{
		ctx: ctx, root: root, language: options.Language, script: options.Script, result: &Result{Root: root}, leftOut: map[string]int{},
		census: census{limit: options.MaxFiles, folders: map[string]int{}},
	}
	if w.census.limit == 0 {
		w.census.limit = MaxFiles
	}
	if w.excluded, err = excluded(root, options.Exclude); err != nil {
		return nil, err
	}
	tree := w.openRoot()
	if err := w.folder("", tree); err != nil && !errors.Is(err, errFull) {
		return nil, fmt.Errorf("walk %s: %w", root, err)
	}
	if err := w.census.check(root); err != nil {
		return nil, err
	}
	w.finish()
	return w.result, nil
}

// Root gives the real path of a repository, and the reason why a path cannot be one.
func Root(root string) (string, error) {
	if root == "" {
		return "", fault.New(fault.Invalid, "no folder is given").Fix("give the path of a repository's folder, . for the current one")
	}
	absolute, err := filepath.Abs(root)
	if err != nil {
		return "", fault.New(fault.Invalid, "%s is no path", root).Because(err)
	}
	real, err := filepath.EvalSymlinks(absolute)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fault.New(fault.NotFound, "%s does not exist", root).Fix("give the path of a repository's folder")
	case errors.Is(err, fs.ErrPermission):
		return "", fault.New(fault.Invalid, "no rights to read %s", root).Fix("run as a user who may read it").Because(err)
	case err != nil:
		return "", fault.New(fault.Invalid, "%s cannot be opened", root).Because(err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", fault.New(fault.Invalid, "%s cannot be opened", root).Because(err)
	}
	if !info.IsDir() {
		return "", fault.New(fault.Invalid, "%s is a file, not a folder", root).
			Fix("give the folder of the repository: %s", filepath.Dir(root))
	}
	if f, err := os.Open(real); err != nil {
		return "", fault.New(fault.Invalid, "no rights to read %s", root).Fix("run as a user who may read it").Because(err)
	} else {
		return real, f.Close()
	}
}

type walker struct {
	ctx      context.Context
	root     string
	language func(path string) string
	script   func(firstLine string) string
	excluded map[string]bool // folders that the caller leaves out
	result   *Result
	links    []link
	leftOut  map[string]int // folders left out by default, by what they are
	census   census
}

// errFull ends a walk that has counted enough of too many files.
var errFull = errors.New("far too many files")

// folder walks one folder. tree says which files of it count; nil for all.
func (w *walker) folder(rel string, tree *tree) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(w.root, rel))
	if err != nil {
		w.refuse(rel+"/", reasonOf(err))
	}
	if rel != "" {
		if has(entries, ".git") {
			tree = w.openNested(rel)
		}
		if kind := environment(entries); kind != "" && !tree.tracks(rel) {
			w.leftOut[kind]++
			return nil
		}
	}
	for _, entry := range entries {
		if err := w.entry(join(rel, entry.Name()), entry, tree); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) entry(rel string, entry fs.DirEntry, tree *tree) error {
	switch {
	case entry.Name() == ".git":
		return nil
	case entry.IsDir():
		return w.subfolder(rel, entry.Name(), tree)
	case !tree.lists(rel):
		return nil
	case entry.Type()&fs.ModeSymlink != 0:
		w.link(rel)
		return nil
	default:
		return w.file(rel, entry)
	}
}

func (w *walker) subfolder(rel, name string, tree *tree) error {
	if w.excluded[rel] {
		w.note("%s is left out, as asked", display(rel))
		return nil
	}
	if ignoredFolders[name] && !tree.tracks(rel) {
		w.leftOut[name]++
		return nil
	}
	switch {
	case tree == nil || tree.holds(rel):
		return w.folder(rel, tree)
	case tree.nested(rel):
		return w.nestedRepository(rel)
	default:
		return nil // ignored by git, or without files
	}
}

// nestedRepository walks a sub-module or a repository inside of this one.
func (w *walker) nestedRepository(rel string) error {
	entries, err := os.ReadDir(filepath.Join(w.root, rel))
	if err == nil && len(entries) == 0 {
		w.note("sub-module %s is not checked out", rel)
		w.refuse(rel+"/", ReasonAbsent)
		return nil
	}
	return w.folder(rel, nil)
}

func (w *walker) file(rel string, entry fs.DirEntry) error {
	info, err := entry.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	f := File{Path: printable(rel), Disk: rel}
	switch {
	case err != nil:
		f.Refused = reasonOf(err)
	case !info.Mode().IsRegular():
		f.Refused = ReasonIrregular
	default:
		f.Size = info.Size()
	}
	return w.add(f)
}

func (w *walker) add(f File) error {
	if !w.census.add(f.Path) {
		w.result.Files, w.links = nil, nil // only counted from here
		if w.census.full() {
			return errFull
		}
		return nil
	}
	f.Language = w.language(f.Path)
	w.result.Files = append(w.result.Files, f)
	return nil
}

func (w *walker) refuse(rel, reason string) {
	w.result.Refused = append(w.result.Refused, Refused{Path: printable(rel), Reason: reason})
}

func (w *walker) note(format string, args ...any) {
	w.result.Notes = append(w.result.Notes, fmt.Sprintf(format, args...))
}

// finish sorts, settles links and roles, and makes the notes.
func (w *walker) finish() {
	r := w.result
	w.settleLinks()
	sort.Slice(r.Files, func(i, j int) bool { return r.Files[i].Path < r.Files[j].Path })
	kept := r.Files[:0]
	for i, f := range r.Files {
		if i > 0 && len(kept) > 0 && kept[len(kept)-1].Path == f.Path {
			w.refuse(f.Path, ReasonClash)
			continue
		}
		kept = append(kept, f)
	}
	r.Files = kept
	w.findScripts()
	sort.Slice(r.Refused, func(i, j int) bool { return r.Refused[i].Path < r.Refused[j].Path })
	setRoles(r.Files)
	if len(w.leftOut) > 0 {
		var parts []string
		for _, name := range sortedKeys(w.leftOut) {
			parts = append(parts, fmt.Sprintf("%s (%d)", name, w.leftOut[name]))
		}
		w.note("folders left out by default: %s", strings.Join(parts, ", "))
	}
}

// reasonOf puts an error of the file system into words without the machine's paths.
func reasonOf(err error) string {
	var pathError *fs.PathError
	switch {
	case errors.Is(err, fs.ErrPermission):
		return ReasonRights
	case errors.As(err, &pathError):
		return ReasonUnreadable + ": " + pathError.Err.Error()
	default:
		return ReasonUnreadable + ": " + err.Error()
	}
}

// printable makes a path valid UTF-8: other bytes become \xNN.
func printable(p string) string {
	if utf8.ValidString(p) {
		return p
	}
	var b strings.Builder
	for i := 0; i < len(p); {
		r, size := utf8.DecodeRuneInString(p[i:])
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, p[i])
		} else {
			b.WriteString(p[i : i+size])
		}
		i += size
	}
	return b.String()
}

func join(rel, name string) string { return path.Join(rel, name) }

func has(entries []fs.DirEntry, name string) bool {
	i := sort.Search(len(entries), func(i int) bool { return entries[i].Name() >= name })
	return i < len(entries) && entries[i].Name() == name
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
