//go:build !cgo

package main

import "testing"

// TestCompiler says what is missing: without a C compiler the parsers are not built, and there is little to test.
func TestCompiler(t *testing.T) { t.Fatal(compilerMissing) }
