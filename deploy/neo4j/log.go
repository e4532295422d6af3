package neo4j

import (
	"os"
	"strings"
)

// logTail is how many lines of a log an error tells.
const logTail = 12

// tailLog gives the last lines of the server's log that say something.
func tailLog(dir string) string {
	content, err := os.ReadFile(logFile(dir))
	if err != nil {
		return "(no log: " + err.Error() + ")"
	}
	return lastLines(content, logTail)
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
