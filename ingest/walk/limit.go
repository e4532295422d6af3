package walk

import (
	"path"
	"path/filepath"
	"sort"
	"strings"

	"assay/internal/fault"
)

// MaxFiles bounds the files of one project where the caller names no other bound: what the graph is made for. Above it
// the root is more likely a home directory than a repository.
const MaxFiles = 100_000

// Bounds of what is counted of a root with too many files, so that the message can name its largest folders.
const (
	countedTimes  = 20     // files are counted up to so many times the limit
	countedDepth  = 3      // folders are told apart down to this depth
	countedPlaces = 50_000 // folders that are told apart
	namedFolders  = 5      // folders that the message names
	mostOfIt      = 0.8    // share of a folder's files that makes one inside of it the better name
)

// census counts files by folder.
type census struct {
	limit   int
	total   int
	folders map[string]int // by path, down to countedDepth
}

// add counts a file and reports whether it still fits.
func (c *census) add(file string) bool {
	c.total++
	for depth, at := 0, 0; depth < countedDepth; depth++ {
		next := strings.IndexByte(file[at:], '/')
		if next < 0 {
			break
		}
		at += next
		if _, known := c.folders[file[:at]]; known || len(c.folders) < countedPlaces {
			c.folders[file[:at]]++
		}
		at++
	}
	return c.total <= c.limit
}

// full reports that enough was counted.
func (c *census) full() bool { return c.total > c.limit*countedTimes }

// check is an error when there are too many files. It names the folders that hold the most, and how to leave them out.
func (c *census) check(root string) error {
	if c.total <= c.limit {
		return nil
	}
	how := ""
	if c.full() {
		how = "more than "
	}
	err := fault.New(fault.Invalid, "%s holds %s%d files; the limit is %d", root, how, c.total, c.limit).
		Fix("give the folder of one repository")
	for _, folder := range c.largest(namedFolders) {
		err = err.Fix("or leave out %s (%d files): --exclude %s", folder, c.folders[folder], quoted(folder))
	}
	return err.Fix("in a git repository, what .gitignore names is left out").Fix("or raise the limit: --max-files %d", c.total)
}

// largest gives folders that hold the most files, none inside of another. Where nearly all files of a folder are in one
// inside of it, that one is named.
func (c *census) largest(n int) []string {
	inside := map[string][]string{}
	for folder := range c.folders {
		parent := path.Dir(folder)
		inside[parent] = append(inside[parent], folder)
	}
	var found []string
	for _, folder := range inside["."] {
		found = append(found, c.narrow(folder, inside))
	}
	sort.Slice(found, func(i, j int) bool {
		a, b := c.folders[found[i]], c.folders[found[j]]
		return a > b || a == b && found[i] < found[j]
	})
	return found[:min(n, len(found))]
}

func (c *census) narrow(folder string, inside map[string][]string) string {
	for _, child := range inside[folder] {
		if float64(c.folders[child]) >= mostOfIt*float64(c.folders[folder]) {
			return c.narrow(child, inside)
		}
	}
	return folder
}

// quoted makes a path one word for a shell.
func quoted(folder string) string {
	if strings.ContainsFunc(folder, func(r rune) bool { return !strings.ContainsRune(plain, r) }) {
		return "'" + strings.ReplaceAll(folder, "'", `'\''`) + "'"
	}
	return folder
}

// plain are the characters that no shell reads as its own.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+@%"

// excluded makes a set of the folders that the caller leaves out, relative to the root.
func excluded(root string, folders []string) (map[string]bool, error) {
	set := make(map[string]bool, len(folders))
	for _, folder := range folders {
		rel := filepath.Clean(folder)
		if filepath.IsAbs(rel) {
			var err error
			if rel, err = filepath.Rel(root, rel); err != nil {
				rel = ".."
			}
		}
		if !filepath.IsLocal(rel) || rel == "." {
			return nil, fault.New(fault.Invalid, "%s is no folder inside of %s", folder, root).
				Fix("name folders to leave out relative to the root: --exclude build/output")
		}
		set[filepath.ToSlash(rel)] = true
	}
	return set, nil
}
