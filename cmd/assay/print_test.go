//go:build cgo

package main

import (
	"bytes"
	"testing"
)

// TestNothingReachesTheTerminalRaw wants escape sequences and reordering characters of a repository made visible.
func TestNothingReachesTheTerminalRaw(t *testing.T) {
	hostile := "a\x1b[2Jb\u202ec\u009bd"
	const want = "a\uFFFD[2Jb\uFFFDc\uFFFDd"
	var out bytes.Buffer
	p := &printer{to: &out}
	p.line("%s %s", hostile, p.strong(hostile))
	if got := out.String(); got != want+" "+want+"\n" {
		t.Errorf("line: got %q", got)
	}
	out.Reset()
	p.table([]string{"NAME", "X"}, [][]string{{hostile + "\nsecond", "1"}})
	if got := out.String(); got != "NAME                X\n"+want+`\nsecond`+"  1\n" {
		t.Errorf("table: got %q", got)
	}
}

func TestColour(t *testing.T) {
	var out bytes.Buffer
	p := &printer{to: &out, colour: true}
	p.line("%s", p.strong("x\x1b"))
	if got := out.String(); got != "\x1b[1mx\uFFFD\x1b[0m\n" {
		t.Errorf("got %q", got)
	}
}
