//go:build !cgo

package python

import (
	"assay/ingest/facts"
	"assay/internal/fault"
)

// Extract needs tree-sitter, which is C.
func (Python) Extract([]byte) (*facts.File, error) {
	return nil, fault.New(fault.Unavailable, "reading Python needs a C compiler: this assay was built without one").
		Fix("apt-get install gcc libc6-dev, then build again with CGO_ENABLED=1")
}
