package neo4j

import (
	"os"
	"path/filepath"
	"strings"
)

// logTail is how many lines of a log an error tells.
const logTail = 12

// saysStarted tells whether the server has printed that it is up, which it does once it holds its ports.
func saysStarted(dir string) bool {
	content, err := os.ReadFile(logFile(dir))
	return err == nil && strings.Contains(string(content), " Started.\n")
}

// tailLog gives the last lines of the server's log that say something.
func tailLog(dir string) string {
	content, err := os.ReadFile(logFile(dir))
	if err != nil {
		return "(no log: " + err.Error() + ")"
	}
	return lastLines(content, logTail)
}

func debugLogFile(dir string) string { return filepath.Join(dir, "logs", "debug.log") }

// tailDebugLog gives the last errors and their causes from the server's own log, which is mostly diagnostics.
func tailDebugLog(dir string) string {
	kept := debugErrors(dir)
	return strings.Join(kept[max(0, len(kept)-logTail):], "\n")
}

// lastCause gives the innermost cause of the last error in the server's own log.
func lastCause(dir string) string {
	kept := debugErrors(dir)
	return strings.Join(kept[max(0, len(kept)-1):], "")
}

func debugErrors(dir string) []string {
	content, err := os.ReadFile(debugLogFile(dir))
	if err != nil {
		return []string{"(no log: " + err.Error() + ")"}
	}
	var kept []string
	for line := range strings.Lines(string(content)) {
		if strings.Contains(line, " ERROR ") || strings.HasPrefix(line, "Caused by: ") {
			kept = append(kept, strings.TrimRight(line, "\r\n"))
		}
	}
	return kept
}

// lastLines gives the last lines of a program's output, without empty ones and without the frames of stack traces,
// which would push out what went wrong.
func lastLines(output []byte, count int) string {
	var kept []string
	for line := range strings.Lines(string(output)) {
		line = strings.TrimRight(line, "\r\n")
		frame := strings.HasPrefix(line, "\tat ") || strings.HasPrefix(strings.TrimSpace(line), "... ")
		if !frame && strings.TrimSpace(line) != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept[max(0, len(kept)-count):], "\n")
}
