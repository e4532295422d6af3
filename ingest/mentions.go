package ingest

import (
	"bytes"
	"io"
	"path"
	"regexp"
	"strings"
)

// Why a file that no language reads may use what the repository defines.
const (
	notebook   = "a notebook, searched for names only"
	cython     = "Cython, searched for names only"
	entryPoint = "an entry point of the package"
)

// mentioning tells of a file that no language reads why its words are looked at; "" for every other file.
func mentioning(p string) string {
	switch strings.ToLower(path.Ext(p)) {
	case ".ipynb":
		return notebook
	case ".pyx", ".pxd", ".pxi":
		return cython
	}
	switch path.Base(p) {
	case "pyproject.toml", "setup.cfg", "entry_points.txt":
		return entryPoint
	}
	return ""
}

// maxNotebookBytes bounds the text of a notebook that is searched.
const maxNotebookBytes = 64 << 20

// notebookText separates the lines of the cells, which stand as "\n" within texts.
func notebookText(text io.Reader) io.Reader {
	content, _ := io.ReadAll(io.LimitReader(text, maxNotebookBytes)) // what cannot be read says nothing
	return bytes.NewReader(bytes.ReplaceAll(content, []byte(`\n`), []byte(" ")))
}

// maxConfigBytes bounds the text that is searched for entry points.
const maxConfigBytes = 1 << 20

// entryPointValue is "package.module:object" as packages declare what installers and plugin loaders call.
var entryPointValue = regexp.MustCompile(`[\w.]+:([\pL_][\pL\pN_.]*)`)

// entryPoints keeps of a text the objects of its entry points.
func entryPoints(text io.Reader) io.Reader {
	content, _ := io.ReadAll(io.LimitReader(text, maxConfigBytes)) // what cannot be read says nothing
	var objects []string
	for _, match := range entryPointValue.FindAllSubmatch(content, -1) {
		objects = append(objects, string(match[1]))
	}
	return strings.NewReader(strings.Join(objects, " "))
}

// maxNoted bounds the files that a note names.
const maxNoted = 5

// noteMentions names the files that are searched for names only.
func (b *builder) noteMentions(paths []string) {
	if len(paths) == 0 {
		return
	}
	more := ""
	if len(paths) > maxNoted {
		more = " and others"
	}
	b.note("%d files are not read, only searched for names that the repository defines: %s%s", len(paths), strings.Join(paths[:min(len(paths), maxNoted)], ", "), more)
}
