package parse

import (
	"io"

	"assay/ingest/lang"
)

// Worker serves parse requests from in to out until in ends. It is the whole of a parse worker process: the hidden verb
// `assay parse-worker` calls it with the process's own standard input and output.
func Worker(in io.Reader, out io.Writer, languages []lang.Language) error { return nil }
