// Package examples holds sample repositories, written for this project, whose own tests run: what the demo loads and
// what tests read. They are embedded, so that the demo works from the binary alone.
package examples

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ShopPython is the name of the Python example: a small shop with pytest and unittest tests.
const ShopPython = "shop-python"

// The patterns name what belongs to an example, so that a virtual environment made beside it never gets into the
// binary. "all:" is needed for names such as __init__.py, which go:embed leaves out otherwise.
//
//go:embed shop-python/*.toml shop-python/*.md all:shop-python/shop all:shop-python/tests
var files embed.FS

// Write writes an example into a new or empty directory.
func Write(name, directory string) error {
	if err := write(name, directory); err != nil {
		return fmt.Errorf("write example %s to %s: %w", name, directory, err)
	}
	return nil
}

func write(name, directory string) error {
	tree, err := fs.Sub(files, name)
	if err != nil {
		return err
	}
	if _, err := fs.Stat(tree, "."); err != nil {
		return err
	}
	return fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case madeByPython(entry.Name()) && entry.IsDir():
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(directory, filepath.FromSlash(path)), 0o755)
		}
		return copyFile(tree, path, filepath.Join(directory, filepath.FromSlash(path)))
	})
}

func copyFile(tree fs.FS, path, target string) error {
	text, err := fs.ReadFile(tree, path)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		_ = file.Close() // the write's error says more
		return err
	}
	return file.Close()
}

// madeByPython reports whether a name is of a cache that running the example's tests in place leaves behind.
func madeByPython(name string) bool {
	return name == "__pycache__" || strings.HasPrefix(name, ".pytest_cache")
}
