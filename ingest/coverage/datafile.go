package coverage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// dataSchema is the only schema version that coverage.py 5.0 and later have written.
const dataSchema = 7

// dataFile is coverage.py's own SQLite file.
type dataFile struct {
	db       *sql.DB
	arcs     bool // recorded with --branch: lines stand in the table arc
	files    map[int64]string
	contexts map[int64]string
}

// openData opens a data file without ever writing to it or beside it.
func openData(ctx context.Context, path string) (*dataFile, error) {
	address := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: "mode=ro&immutable=1"}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, foreign("SQLite refuses it").Because(err)
	}
	d := &dataFile{db: db}
	if err := d.readTables(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return d, nil
}

func (d *dataFile) readTables(ctx context.Context) error {
	var version int
	if err := d.db.QueryRowContext(ctx, "SELECT version FROM coverage_schema").Scan(&version); err != nil {
		return damaged("the table coverage_schema", err)
	}
	if version != dataSchema {
		return foreign("its schema version is %d, known is %d", version, dataSchema)
	}
	var arcs string
	err := d.db.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = 'has_arcs'").Scan(&arcs)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return damaged("the table meta", err)
	}
	d.arcs = arcs == "1"
	if d.files, err = d.names(ctx, "SELECT id, path FROM file"); err != nil {
		return damaged("the table file", err)
	}
	if d.contexts, err = d.names(ctx, "SELECT id, context FROM context"); err != nil {
		return damaged("the table context", err)
	}
	return nil
}

// damaged tells a cancelled read from a file that cannot be read.
func damaged(what string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return foreign("%s cannot be read", what).Because(err)
}

func (d *dataFile) names(ctx context.Context, query string) (map[int64]string, error) {
	rows, err := d.db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names := map[int64]string{}
	for rows.Next() {
		var id int64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		names[id] = name
	}
	return names, rows.Err()
}

// Format implements recording.
func (d *dataFile) Format() string { return "data" }

// Contexts implements recording.
func (d *dataFile) Contexts() []string { return sortedValues(d.contexts) }

// Files implements recording.
func (d *dataFile) Files() []string { return sortedValues(d.files) }

// Close implements recording.
func (d *dataFile) Close() error { return d.db.Close() }

// Lines implements recording.
func (d *dataFile) Lines(ctx context.Context, visit func(string, map[string][]int) error) error {
	read := d.lineBits
	if d.arcs {
		read = d.arcLines
	}
	for _, id := range sortedKeys(d.files) {
		lines, err := read(ctx, id)
		if err != nil {
			return damaged(fmt.Sprintf("the lines of %s", d.files[id]), err)
		}
		if err := visit(d.files[id], lines); err != nil {
			return err
		}
	}
	return nil
}

func (d *dataFile) lineBits(ctx context.Context, file int64) (map[string][]int, error) {
	rows, err := d.db.QueryContext(ctx, "SELECT context_id, numbits FROM line_bits WHERE file_id = ?", file)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	lines := map[string][]int{}
	for rows.Next() {
		var id int64
		var bits sql.RawBytes
		if err := rows.Scan(&id, &bits); err != nil {
			return nil, err
		}
		lines[d.contexts[id]] = numbers(bits)
	}
	return lines, rows.Err()
}

// numbers decodes coverage.py's numbits: bit n of the blob is line n.
func numbers(bits []byte) []int {
	var lines []int
	for i, b := range bits {
		for bit := range 8 {
			if b&(1<<bit) != 0 {
				lines = append(lines, 8*i+bit)
			}
		}
	}
	return lines
}

// arcLines reads the lines at both ends of the recorded jumps; negative numbers are entries and exits of code objects.
func (d *dataFile) arcLines(ctx context.Context, file int64) (map[string][]int, error) {
	const query = `SELECT context_id, fromno FROM arc WHERE file_id = ?1 AND fromno > 0
		UNION SELECT context_id, tono FROM arc WHERE file_id = ?1 AND tono > 0 ORDER BY 1, 2`
	rows, err := d.db.QueryContext(ctx, query, file)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	lines := map[string][]int{}
	for rows.Next() {
		var id int64
		var line int
		if err := rows.Scan(&id, &line); err != nil {
			return nil, err
		}
		name := d.contexts[id]
		lines[name] = append(lines[name], line)
	}
	return lines, rows.Err()
}
