package neo4j

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"text/template"
)

//go:embed neo4j.conf.tmpl
var confText string

// conf is what the template neo4j.conf.tmpl needs.
type conf struct {
	BoltPort, HTTPPort                               int
	Plugins                                          string
	PageCacheMiB, AllTransactionsMiB, TransactionMiB int
}

// writeConf writes DIR/conf/neo4j.conf.
func writeConf(dir string, c conf) error {
	parsed, err := template.New("neo4j.conf").Parse(confText)
	if err != nil {
		return fmt.Errorf("parse neo4j.conf: %w", err)
	}
	var text bytes.Buffer
	if err := parsed.Execute(&text, c); err != nil {
		return fmt.Errorf("fill neo4j.conf: %w", err)
	}
	return os.WriteFile(filepath.Join(dir, "conf", "neo4j.conf"), text.Bytes(), 0o600)
}

// makeFolders makes the folders that a server of its own directory needs.
func makeFolders(dir string) error {
	for _, name := range []string{"conf", "data", "import", "logs", "plugins", "run"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			return fmt.Errorf("make the server's folders: %w", err)
		}
	}
	return nil
}
