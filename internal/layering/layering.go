// Package layering holds the rules of the source tree, as tests: which package may import which, how long functions and
// files may be, and what no file may name. It has no code of its own.
package layering
