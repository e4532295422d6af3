package ingest

import (
	"bytes"
	"compress/gzip"
	"sync"
)

// compressors are kept for the next file: one takes a megabyte to make.
var compressors = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is valid
	return w
}}

// compress gives the gzip of a text. Writing to memory cannot fail.
func compress(text []byte) []byte {
	var out bytes.Buffer
	w := compressors.Get().(*gzip.Writer)
	defer compressors.Put(w)
	w.Reset(&out)
	_, _ = w.Write(text)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}
