package coverage

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"

	"assay/internal/fault"
)

// jsonReport is the output of `coverage json --show-contexts`, kept as lines by file and context.
type jsonReport struct {
	files map[string]map[string][]int
}

type reportMeta struct {
	Version      string `json:"version"`
	ShowContexts bool   `json:"show_contexts"`
}

type reportFile struct {
	Contexts map[string][]string `json:"contexts"` // by line
}

// openReport decodes a report one measured file at a time.
func openReport(path string) (*jsonReport, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fault.New(fault.Invalid, "%q cannot be opened", path).Because(err)
	}
	defer file.Close()
	buffered := bufio.NewReader(file)
	if mark, _, err := buffered.ReadRune(); err == nil && mark != '\ufeff' {
		_ = buffered.UnreadRune()
	}
	report := &jsonReport{files: map[string]map[string][]int{}}
	return report, report.decode(json.NewDecoder(buffered))
}

func (r *jsonReport) decode(in *json.Decoder) error {
	var meta *reportMeta
	var files bool
	err := members(in, func(key string) error {
		switch key {
		case "meta":
			return in.Decode(&meta)
		case "files":
			files = true
			return members(in, func(path string) error { return r.decodeFile(in, path) })
		default:
			var ignored json.RawMessage
			return in.Decode(&ignored)
		}
	})
	switch {
	case err != nil:
		return foreign("its JSON is damaged").Because(err)
	case meta == nil || meta.Version == "" || !files:
		return foreign("it is JSON, but without the parts \"meta\" and \"files\" of a coverage report")
	case !meta.ShowContexts:
		return fault.New(fault.Invalid, "the JSON report was written without contexts").
			Fix("write it with: coverage json --show-contexts (tests run with: %s)", howToRecord)
	}
	return nil
}

// members calls visit behind each key of the object that starts here; visit must read the value.
func members(in *json.Decoder, visit func(key string) error) error {
	start, err := in.Token()
	if err != nil {
		return err
	}
	if start != json.Delim('{') {
		return io.ErrUnexpectedEOF
	}
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return err
		}
		if err := visit(key.(string)); err != nil { // keys of objects are strings
			return err
		}
	}
	_, err = in.Token()
	return err
}

func (r *jsonReport) decodeFile(in *json.Decoder, path string) error {
	var file reportFile
	if err := in.Decode(&file); err != nil {
		return err
	}
	byContext := map[string][]int{}
	for text, names := range file.Contexts {
		line, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		for _, name := range names {
			byContext[name] = append(byContext[name], line)
		}
	}
	for _, lines := range byContext {
		slices.Sort(lines)
	}
	r.files[path] = byContext
	return nil
}

// Format implements recording.
func (r *jsonReport) Format() string { return "json" }

// Contexts implements recording.
func (r *jsonReport) Contexts() []string {
	seen := map[string]bool{}
	for _, byContext := range r.files {
		for name := range byContext {
			seen[name] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Files implements recording.
func (r *jsonReport) Files() []string { return slices.Sorted(maps.Keys(r.files)) }

// Lines implements recording.
func (r *jsonReport) Lines(ctx context.Context, visit func(string, map[string][]int) error) error {
	for _, path := range r.Files() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := visit(path, r.files[path]); err != nil {
			return err
		}
	}
	return nil
}

// Close implements recording.
func (r *jsonReport) Close() error { return nil }
