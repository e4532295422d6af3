package corpora

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
)

// unpack writes the regular files of a .tar.gz below a folder. Nothing gets outside of it; links are left out, as no
// distribution here has any.
func unpack(archive, folder string) error {
	file, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	plain, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("unpack %s: %w", archive, err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // nothing is buffered in it
	for entries := tar.NewReader(plain); ; {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("unpack %s: %w", archive, err)
		}
		if entry.Typeflag != tar.TypeReg {
			continue
		}
		if err := write(root, path.Clean(entry.Name), entries); err != nil {
			return fmt.Errorf("unpack %s: %w", entry.Name, err)
		}
	}
}

func write(root *os.Root, name string, from io.Reader) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := root.Create(name)
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, from); err != nil {
		_ = file.Close() // the write's error says more
		return err
	}
	return file.Close()
}
