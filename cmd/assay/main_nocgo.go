//go:build !cgo

// Command assay without a C compiler: it only says how to get one, because the parsers are C.
package main

import (
	"fmt"
	"os"
)

// compilerMissing is all that a build without C can say.
const compilerMissing = `assay: this build has no parsers, because go found no C compiler (or CGO_ENABLED is 0)
  -> apt-get install -y --no-install-recommends gcc libc6-dev
  -> on macOS: xcode-select --install; then run the same command again`

func main() {
	fmt.Fprintln(os.Stderr, compilerMissing)
	os.Exit(1)
}
