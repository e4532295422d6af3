//go:build cgo

package python

import "assay/ingest/facts"

// Extract reads one file.
func (Python) Extract(source []byte) (*facts.File, error) { return &facts.File{}, nil }
