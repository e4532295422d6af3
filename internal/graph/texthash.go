package graph

import (
	"hash/fnv"
	"strings"
)

// Lines splits a text into its lines, each with its end.
func Lines(text string) []string { return strings.SplitAfter(text, "\n") }

// TextHash identifies the text of a definition: its identifier, and the lines from first to last (counted from 1) of the
// file's. It tells a definition that was edited from one that an edit above has only moved.
func TextHash(id string, lines []string, first, last int) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // a hash takes everything
	first, last = min(max(first-1, 0), len(lines)), min(max(last, 0), len(lines))
	for _, line := range lines[first:max(first, last)] {
		_, _ = h.Write([]byte{0})
		_, _ = h.Write([]byte(strings.TrimRight(line, "\r\n")))
	}
	return int64(h.Sum64()) //nolint:gosec // the bits of the hash, whatever their sign
}

// Measured is what is kept of a file that a run of tests measured: by it a later reply tells what changed since.
type Measured struct {
	SHA256    string  // of the file then
	Functions []int64 // TextHash of each function in it, sorted
}
