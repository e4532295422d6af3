// Package facts is what extraction keeps of one file: plain data without a path, cached by (hash, language, extractor
// version) and sent from the parse workers to the service. Definitions, scopes, imports, calls and references, and what
// could not be read.
package facts

// File is what one file says by itself.
type File struct {
	Lines       int          `cbor:"1,keyasint,omitempty"`
	Diagnostics []Diagnostic `cbor:"2,keyasint,omitempty"`
	// Partial says why part of the file was not understood ("syntax error", "nesting"); empty when all of it was.
	Partial string `cbor:"3,keyasint,omitempty"`
}

// Diagnostic is one fault that the parser met.
type Diagnostic struct {
	Line    int    `cbor:"1,keyasint,omitempty"`
	Message string `cbor:"2,keyasint,omitempty"`
}
