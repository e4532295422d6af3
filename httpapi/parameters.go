package httpapi

import (
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"assay/internal/config"
	"assay/internal/fault"
)

// checkParameters refuses what the description of the operation does not allow: unknown and repeated parameters, missing
// ones, numbers and flags that are none, numbers out of bounds and choices that there are not. Every operation gets this
// from the tags of its input.
func (a *api) checkParameters(ctx huma.Context, next func(huma.Context)) {
	r, w := unwrap(ctx)
	if err := a.rules.check(ctx.Operation(), ctx.Param, r); err != nil {
		writeError(w, r, err)
		return
	}
	next(ctx)
}

// rules are the patterns of text parameters by their spelling.
type rules map[string]*regexp.Regexp

// rulesOf takes the patterns of all parameters; huma has compiled each of them once before.
func rulesOf(described *huma.OpenAPI) rules {
	found := rules{}
	for _, item := range described.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if op == nil {
				continue
			}
			for _, p := range op.Parameters {
				if pattern, err := regexp.Compile(p.Schema.Pattern); err == nil {
					found[p.Schema.Pattern] = pattern
				}
			}
		}
	}
	return found
}

func (known rules) check(op *huma.Operation, path func(string) string, r *http.Request) error {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return fault.New(fault.Invalid, "the query string cannot be read").Because(err)
	}
	if err := checkKnown(op, values); err != nil {
		return err
	}
	for _, p := range op.Parameters {
		switch {
		case p.In == "query":
			err = known.checkParameter(p, values[p.Name])
		case p.In == "path" && p.Name == "project":
			err = config.CheckProject(path(p.Name))
		}
		if err != nil {
			return err
		}
	}
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); op.RequestBody != nil && media != jsonMedia {
		return fault.New(fault.Invalid, "the body is no application/json").Fix("send Content-Type: application/json")
	}
	return nil
}

func checkKnown(op *huma.Operation, values url.Values) error {
	known := []string{}
	for _, p := range op.Parameters {
		if p.In == "query" {
			known = append(known, p.Name)
		}
	}
	for name := range values {
		if !slices.Contains(known, name) {
			return fault.New(fault.Invalid, "unknown parameter %.80q", name).Fix("known here: %s", strings.Join(known, ", "))
		}
	}
	return nil
}

func (known rules) checkParameter(p *huma.Param, values []string) error {
	if p.Schema.Type == huma.TypeArray {
		for _, value := range values {
			if err := checkValue(p.Name, p.Schema.Items, value); err != nil {
				return err
			}
		}
		return nil
	}
	switch {
	case len(values) > 1:
		return fault.New(fault.Invalid, "parameter %s is given %d times", p.Name, len(values))
	case p.Required && (len(values) == 0 || values[0] == ""):
		return fault.New(fault.Invalid, "parameter %s is missing", p.Name).Fix("add ?%s=...", p.Name)
	case len(values) == 0:
		return nil
	case p.Schema.Pattern != "" && !known[p.Schema.Pattern].MatchString(values[0]):
		return fault.New(fault.Invalid, "parameter %s is %s; it must be %s", p.Name, config.Quote(values[0]), form(p.Schema))
	}
	return checkValue(p.Name, p.Schema, values[0])
}

// form says which form a text must have.
func form(schema *huma.Schema) string {
	return cmp.Or(schema.PatternDescription, "of the form "+schema.Pattern)
}

// checkValue holds one value against its type, bounds and choices. How long a text may be is checked where it is
// understood.
func checkValue(name string, schema *huma.Schema, value string) error {
	switch schema.Type {
	case huma.TypeInteger:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return fault.New(fault.Invalid, "parameter %s is no whole number: %s", name, config.Quote(value))
		}
		return checkBounds(name, schema, n)
	case huma.TypeBoolean:
		if _, err := strconv.ParseBool(value); err != nil {
			return fault.New(fault.Invalid, "parameter %s is neither true nor false: %s", name, config.Quote(value))
		}
	}
	if len(schema.Enum) > 0 && !slices.Contains(schema.Enum, any(value)) {
		return fault.New(fault.Invalid, "parameter %s is %s; it must be one of %s", name, config.Quote(value), choices(schema.Enum))
	}
	return nil
}

func choices(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprint(v)
	}
	return strings.Join(texts, ", ")
}

// checkBounds speaks as package queries does of its options.
func checkBounds(name string, schema *huma.Schema, n int64) error {
	if low, high := schema.Minimum, schema.Maximum; low != nil && high != nil && (float64(n) < *low || float64(n) > *high) {
		return fault.New(fault.Invalid, "the %s is %d; it must be between %.0f and %.0f", name, n, *low, *high)
	}
	return nil
}
