package cypher

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"assay/internal/fault"
)

// Statement names one statement file: the folder and the base name, "read/callers" for read/callers.cypher. The
// constants of the names files name every file; no other value is ever needed.
type Statement string

//go:embed read/*.cypher write/*.cypher schema/*.cypher
var files embed.FS

// load reads every embedded statement. The header comment stays in the file: what is sent begins at the first line
// that is no comment.
func load() (map[Statement]string, error) {
	texts := make(map[Statement]string)
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		if err != nil {
			return fmt.Errorf("embedded statement %s: %w", path, err)
		}
		texts[Statement(strings.TrimSuffix(path, ".cypher"))] = body(string(text))
		return nil
	})
	return texts, err
}

func body(text string) string {
	lines := strings.Split(text, "\n")
	for len(lines) > 0 && (strings.HasPrefix(lines[0], "//") || strings.TrimSpace(lines[0]) == "") {
		lines = lines[1:]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func (s *Store) text(statement Statement) (string, error) {
	text, ok := s.texts[statement]
	if !ok {
		return "", fault.New(fault.Internal, "there is no statement file %s.cypher", statement)
	}
	return text, nil
}
