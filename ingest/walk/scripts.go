package walk

import (
	"bufio"
	"io"
	"os"
	"path"
	"strings"
	"syscall"
)

// Bounds of a file without an ending that may be a script, and of its first line, in bytes.
const (
	maxScript    = 1 << 20
	maxFirstLine = 256
)

// findScripts gives the files without an ending that begin with "#!" the language that their first line names.
func (w *walker) findScripts() {
	if w.script == nil {
		return
	}
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return // nothing can be opened: each file is told when it is read
	}
	defer root.Close()
	for i := range w.result.Files {
		f := &w.result.Files[i]
		if f.Language == "" && f.Refused == "" && f.Size <= maxScript && !strings.Contains(path.Base(f.Path), ".") {
			f.Language = w.scriptLanguage(root, f.Disk)
		}
	}
}

func (w *walker) scriptLanguage(root *os.Root, name string) string {
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return ""
	}
	defer file.Close()
	line, _ := bufio.NewReaderSize(io.LimitReader(file, maxFirstLine), maxFirstLine).ReadString('\n')
	if !strings.HasPrefix(line, "#!") {
		return ""
	}
	return w.script(strings.TrimSpace(line))
}
