package queries

import (
	"encoding/base64"
	"encoding/json"
	"hash/fnv"
	"slices"
	"strconv"

	"assay/internal/fault"
	"assay/internal/graph"
)

// cursor is where a list goes on: the version that it was made from, the question, and how far it was shown.
type cursor struct {
	Version  int64  `json:"v"`
	Question string `json:"q"`
	Offset   int    `json:"o"`
}

// position is a cursor as the caller handed it in, before the version is known.
type position struct {
	options  ListOptions
	question string
	version  int64 // 0 without a cursor
	offset   int
	limit    int
	evidence []string
}

// maxOffset bounds what a cursor may skip.
const maxOffset = 10_000_000

// at checks list options and reads the cursor of a question. parts tell one question from another.
func at(options ListOptions, parts ...string) (position, error) {
	p := position{options: options, limit: options.Limit}
	switch {
	case p.limit == 0:
		p.limit = DefaultLimit
	case p.limit < 0 || p.limit > MaxLimit:
		return p, fault.New(fault.Invalid, "the limit is %d; it must be between 1 and %d", p.limit, MaxLimit)
	}
	for _, e := range options.Evidence {
		if !slices.Contains(graph.AllEvidence, e) {
			return p, fault.New(fault.Invalid, "there is no evidence %q", shorten(string(e))).
				Fix("use observed, exact, inferred or guess")
		}
	}
	for _, e := range graph.AllEvidence {
		if len(options.Evidence) == 0 || slices.Contains(options.Evidence, e) {
			p.evidence = append(p.evidence, string(e))
		}
	}
	p.question = fingerprint(append(parts, append(p.evidence, strconv.FormatBool(options.ExcludeTests))...))
	if options.Cursor == "" {
		return p, nil
	}
	return p, p.read(options.Cursor)
}

func (p *position) read(text string) error {
	var c cursor
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil || c.Version <= 0 || c.Offset <= 0 || c.Offset > maxOffset {
		return fault.New(fault.Invalid, "the cursor is not one of a reply").Fix("ask without a cursor").Because(err)
	}
	if c.Question != p.question {
		return fault.New(fault.Invalid, "the cursor is of another question").Fix("ask without a cursor")
	}
	p.version, p.offset = c.Version, c.Offset
	return nil
}

// check refuses a cursor of another version than the one that was read.
func (p position) check(version int64) error {
	if p.version == 0 || p.version == version {
		return nil
	}
	return fault.New(fault.Stale, "the cursor is of version %d; the project is at version %d now", p.version, version).
		Fix("ask again without a cursor")
}

// next is the cursor behind the items shown; "" at the end of the list.
func (p position) next(version int64, shown, total int) string {
	if p.offset+shown >= total || shown == 0 {
		return ""
	}
	raw, err := json.Marshal(cursor{Version: version, Question: p.question, Offset: p.offset + shown})
	if err != nil { // a struct of numbers and a text always encodes
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

func fingerprint(parts []string) string {
	h := fnv.New64a()
	for _, part := range parts {
		_, _ = h.Write([]byte(part + "\x00")) // a hash never fails
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// slice cuts the part of a whole list that the position asks for.
func slicePage[T any](p position, all []T) []T {
	start := min(p.offset, len(all))
	return append([]T{}, all[start:min(start+p.limit, len(all))]...)
}
