//go:build cgo

package main

import (
	"io"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// onTerminal runs one command line with both streams on a terminal and gives what was written there.
func onTerminal(t *testing.T, env map[string]string, args ...string) (code int, written string) {
	t.Helper()
	screen, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	a := &app{in: strings.NewReader(""), out: terminal, err: terminal, wiring: wire(), lookupEnv: func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}}
	text := make(chan string)
	go func() {
		all, _ := io.ReadAll(screen) // ends with an error when the terminal is closed
		text <- string(all)
	}()
	code = a.run(t.Context(), args)
	a.printer().line("%s", a.printer().strong("on stdout"))
	if err := terminal.Close(); err != nil {
		t.Error(err)
	}
	return code, <-text
}

// TestColourOnATerminalOnly tries each way to turn colour off, for errors of the command line, for those of the verb, for
// the log, and for what stands on stdout.
func TestColourOnATerminalOnly(t *testing.T) {
	const escape = "\x1b["
	wrong := []string{"nonsense"}
	unreachable := []string{"projects", "--log-level", "debug"}
	for _, c := range []struct {
		name   string
		env    map[string]string
		args   []string
		exit   int
		colour bool
	}{
		{"wrong command line", nil, wrong, 2, true},
		{"error and log", nil, unreachable, 7, true},
		{"NO_COLOR", map[string]string{"NO_COLOR": "1"}, wrong, 2, false},
		{"NO_COLOR, error and log", map[string]string{"NO_COLOR": "yes"}, unreachable, 7, false},
		{"empty NO_COLOR is none", map[string]string{"NO_COLOR": ""}, unreachable, 7, true},
		{"flag", nil, append(wrong, "--no-color"), 2, false},
		{"flag, error and log", nil, append(unreachable, "--no-color"), 7, false},
		{"flag over environment", map[string]string{"NO_COLOR": "1"}, append(unreachable, "--no-color=false"), 7, true},
		{"dumb terminal", map[string]string{"TERM": "dumb"}, wrong, 2, false},
		{"dumb terminal, error and log", map[string]string{"TERM": "dumb"}, unreachable, 7, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := map[string]string{"ASSAY_HOME": t.TempDir(), "TERM": "xterm", "NEO4J_URI": "bolt://127.0.0.1:1"}
			for name, value := range c.env {
				env[name] = value
			}
			code, written := onTerminal(t, env, c.args...)
			if code != c.exit || !strings.Contains(written, "on stdout") {
				t.Fatalf("exit code %d, want %d: %q", code, c.exit, written)
			}
			if strings.Contains(written, escape) != c.colour {
				t.Errorf("colour %v, want %v: %q", !c.colour, c.colour, written)
			}
			if got := strings.Count(written, escape) >= 4; got != c.colour {
				t.Errorf("colour in part only: %q", written)
			}
		})
	}
}

// TestNoBarsOnADumbTerminal wants nothing redrawn where lines cannot be.
func TestNoBarsOnADumbTerminal(t *testing.T) {
	screen, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	defer terminal.Close()
	a := &app{err: terminal}
	bars := a.newProgress()
	if bars.bars == nil {
		t.Error("no bars on a terminal")
	}
	bars.stop()
	a.config.Dumb = true
	if a.newProgress().bars != nil {
		t.Error("bars on a dumb terminal")
	}
	if (&app{err: io.Discard}).newProgress().bars != nil {
		t.Error("bars without a terminal")
	}
}
