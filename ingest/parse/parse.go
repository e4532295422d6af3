// Package parse runs extraction in child processes: a few bytes of hostile source can make a parser eat gigabytes, run
// for minutes or abort, and none of that may reach the service.
//
// A Pool holds one worker process per core, started when first needed. Parent and worker speak in frames (frame.go) over
// the worker's standard input and output: settings and a greeting first, then one request and one reply per file. A
// worker that dies or has to be killed is replaced; the file it died of is told with the reason. A worker ends when its
// input does, so none outlives its parent.
package parse

import (
	"fmt"
	"time"

	"github.com/fxamacker/cbor/v2"

	"assay/ingest/facts"
)

// Limits bound what one file may cost.
type Limits struct {
	// Memory is what a worker may map beyond what it has mapped when it starts, in bytes. Enforced on Linux.
	Memory uint64
	// CPU bounds the processor time of one file (a small one gets less, by its size): unlike a wall clock it gives the
	// same outcome on a busy machine.
	CPU time.Duration
	// Wall bounds the time of one file where CPU does not: a worker that hangs without working.
	Wall time.Duration
}

// DefaultLimits are made for files of up to 2 MB: tree-sitter needs about 22 bytes a byte of ordinary source.
var DefaultLimits = Limits{Memory: 1 << 30, CPU: 10 * time.Second, Wall: 2 * time.Minute}

// Reasons why a file gave no facts.
const (
	ReasonMemory   = "memory"   // the limit was passed
	ReasonDeadline = "deadline" // as was that of time
	ReasonNesting  = "nesting"  // too deep for the stack
	ReasonCrash    = "crash"    // the worker died, twice
)

// Outcome is what became of one file: facts, or the reason why there are none.
type Outcome struct {
	Facts  []byte // encoded, for the cache and Decode
	Reason string
}

// EnvironmentMark is set to "1" in the environment of workers; test binaries know by it that they are one.
const EnvironmentMark = "ASSAY_PARSE_WORKER"

var (
	encoding cbor.EncMode
	decoding cbor.DecMode
)

func init() {
	encoding, _ = cbor.EncOptions{}.EncMode()
	decoding, _ = cbor.DecOptions{MaxArrayElements: maxFrame, MaxMapPairs: 1 << 20}.DecMode()
}

// Encode gives the bytes of facts as workers send them.
func Encode(file *facts.File) ([]byte, error) {
	b, err := encoding.Marshal(file)
	if err != nil {
		return nil, fmt.Errorf("encode facts: %w", err)
	}
	return b, nil
}

// Decode reads encoded facts.
func Decode(b []byte) (*facts.File, error) {
	var file facts.File
	if err := decoding.Unmarshal(b, &file); err != nil {
		return nil, fmt.Errorf("decode facts: %w", err)
	}
	return &file, nil
}
