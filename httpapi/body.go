package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// jsonFormat reads and writes bodies.
func jsonFormat() huma.Format {
	return huma.Format{Marshal: func(w io.Writer, v any) error { return WriteDocument(w, v) }, Unmarshal: readBody}
}

// readBody decodes a body. As JSON Schema has it, 4.0 is a whole number; a field that is null is none: it would be taken
// for one that was left out.
func readBody(body []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	loose, asAny := into.(*any)
	err := decoder.Decode(into)
	if err == nil {
		if _, behind := decoder.Token(); !errors.Is(behind, io.EOF) {
			return errors.New("something stands behind the document")
		}
	}
	var mistyped *json.UnmarshalTypeError
	switch {
	case err == nil && asAny:
		return checkNulls(*loose)
	case errors.As(err, &mistyped):
		return readWhole(body, into)
	}
	return err
}

// checkNulls refuses fields of the body itself that are null.
func checkNulls(body any) error {
	fields, _ := body.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] == nil {
			return fmt.Errorf("field %.80q is null; leave it out", name)
		}
	}
	return nil
}

// readWhole decodes a body after writing whole numbers as such.
func readWhole(body []byte, into any) error {
	var fields map[string]any
	if err := json.Unmarshal(body, &fields); err != nil {
		return err
	}
	for name, value := range fields {
		if number, ok := value.(float64); ok && number == math.Trunc(number) && math.Abs(number) <= maxWhole {
			fields[name] = int64(number)
		}
	}
	whole, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	return json.Unmarshal(whole, into)
}

// maxWhole is the largest number up to which JSON's numbers hold every whole one.
const maxWhole = 1 << 53
