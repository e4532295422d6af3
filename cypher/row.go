package cypher

import (
	"fmt"

	"assay/internal/fault"
)

// Row is one record of a result, or a map inside of one, read by column name. A column that is missing, or that holds
// another type than the getter's, is remembered as an error: Read and Consistent return it, so that a renamed column
// can never become a silent zero. The getters themselves return only the value, to keep mappers readable.
type Row struct {
	keys   []string
	values []any
	fields map[string]any // instead of keys and values for a map inside of a record
	failed *error
}

// Err is the first column error of the row, or of any row that came before it in the same result.
func (r Row) Err() error {
	if r.failed == nil {
		return nil
	}
	return *r.failed
}

// String reads a text column.
func (r Row) String(column string) string { return required[string](r, column) }

// StringOr reads a text column and gives the fallback for null.
func (r Row) StringOr(column, fallback string) string { return optional(r, column, fallback) }

// Int reads a whole number.
func (r Row) Int(column string) int { return int(required[int64](r, column)) }

// IntOr reads a whole number and gives the fallback for null.
func (r Row) IntOr(column string, fallback int) int {
	return int(optional(r, column, int64(fallback)))
}

// Int64 reads a whole number of 64 bits: versions, times in milliseconds, fingerprints.
func (r Row) Int64(column string) int64 { return required[int64](r, column) }

// Int64Or reads a whole number of 64 bits and gives the fallback for null.
func (r Row) Int64Or(column string, fallback int64) int64 { return optional(r, column, fallback) }

// Float reads a floating-point number.
func (r Row) Float(column string) float64 { return required[float64](r, column) }

// Bool reads a truth value.
func (r Row) Bool(column string) bool { return required[bool](r, column) }

// BoolOr reads a truth value and gives the fallback for null.
func (r Row) BoolOr(column string, fallback bool) bool { return optional(r, column, fallback) }

// Bytes reads a byte array; null gives nil.
func (r Row) Bytes(column string) []byte { return optional[[]byte](r, column, nil) }

// Null reports whether a column holds null.
func (r Row) Null(column string) bool { return r.value(column) == nil }

// Strings reads a list of texts. Null is an empty list: empty arrays are not stored.
func (r Row) Strings(column string) []string { return list[string](r, column) }

// Ints reads a list of whole numbers. Null is an empty list: empty arrays are not stored.
func (r Row) Ints(column string) []int {
	wide := r.Int64s(column)
	narrow := make([]int, len(wide))
	for i, v := range wide {
		narrow[i] = int(v)
	}
	return narrow
}

// Int64s reads a list of whole numbers of 64 bits. Null is an empty list.
func (r Row) Int64s(column string) []int64 { return list[int64](r, column) }

// Map reads a map; its entries are read like columns.
func (r Row) Map(column string) Row {
	return Row{fields: required[map[string]any](r, column), failed: r.failed}
}

// Maps reads a list of maps. Null is an empty list.
func (r Row) Maps(column string) []Row {
	maps := list[map[string]any](r, column)
	rows := make([]Row, len(maps))
	for i, fields := range maps {
		rows[i] = Row{fields: fields, failed: r.failed}
	}
	return rows
}

// Fields gives all entries of a map inside of a record, for what is handed on without being understood.
func (r Row) Fields() map[string]any { return r.fields }

func (r Row) value(column string) any {
	if r.fields != nil {
		v, ok := r.fields[column]
		if !ok {
			r.fail("has no entry %q", column)
		}
		return v
	}
	for i, key := range r.keys {
		if key == column {
			return r.values[i]
		}
	}
	r.fail("has no column %q", column)
	return nil
}

func (r Row) fail(format string, args ...any) {
	if r.failed != nil && *r.failed == nil {
		*r.failed = fault.New(fault.Internal, "a reply of the database is not as expected").
			Because(fmt.Errorf("row "+format, args...))
	}
}

func required[T any](r Row, column string) T {
	v := r.value(column)
	typed, ok := v.(T)
	if !ok {
		r.fail("column %q holds %T, not %T", column, v, typed)
	}
	return typed
}

func optional[T any](r Row, column string, fallback T) T {
	v := r.value(column)
	if v == nil {
		return fallback
	}
	typed, ok := v.(T)
	if !ok {
		r.fail("column %q holds %T, not %T", column, v, typed)
	}
	return typed
}

func list[T any](r Row, column string) []T {
	items := optional[[]any](r, column, nil)
	typed := make([]T, len(items))
	for i, item := range items {
		v, ok := item.(T)
		if !ok {
			r.fail("column %q holds %T at %d, not %T", column, item, i, v)
		}
		typed[i] = v
	}
	return typed
}
