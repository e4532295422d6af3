package bench

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

// Marks around the tables in the document: what stands outside of them is written by people.
const (
	beginMark = "<!-- measured: written by `assay bench` -->\n"
	endMark   = "<!-- end of measured -->\n"
)

// Budgets, where one is set; the others are told without.
const (
	djangoCPU   = 45 * time.Second
	djangoRSS   = 500 << 20 // bytes
	shortAnswer = 4 * time.Millisecond
	impactTime  = 6 * time.Millisecond
)

// Write puts the tables of a result into the document between its marks; a document without marks gets them at its end.
func Write(path string, result Result) error {
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("write the tables: %w", err)
	}
	before, rest, found := strings.Cut(string(text), beginMark)
	_, after, _ := strings.Cut(rest, endMark)
	if !found && before != "" {
		before += "\n"
	}
	var out bytes.Buffer
	out.WriteString(before + beginMark)
	tables(&out, result)
	out.WriteString(endMark + after)
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the tables: %w", err)
	}
	return nil
}

// Print writes the tables alone.
func Print(out io.Writer, result Result) error {
	var text bytes.Buffer
	tables(&text, result)
	_, err := text.WriteTo(out)
	return err
}

func tables(out *bytes.Buffer, result Result) {
	fmt.Fprintf(out, "\n%d cores (%s), %s, %s.\n", result.Machine.Cores, result.Machine.Processor, result.Machine.Go, result.Machine.Neo4j)
	out.WriteString("\n## Loads\n\n")
	out.WriteString("| corpus | load | CPU s | service | Neo4j | wall s | RSS MiB | files | symbols | edges | budget |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, load := range result.Loads {
		counts := load.Report.Counts
		fmt.Fprintf(out, "| %s | %s | %.1f | %.1f | %.1f | %.1f | %d | %d | %d | %d | %s |\n", load.Corpus, load.Kind, load.CPU().Seconds(),
			load.Service.Seconds(), load.Database.Seconds(), load.Wall.Seconds(), load.RSS>>20, counts["files"], counts["symbols"],
			counts["edges"], loadBudget(load))
	}
	out.WriteString("\nWall seconds by phase:\n\n")
	for _, load := range result.Loads {
		fmt.Fprintf(out, "- %s, %s: %s\n", load.Corpus, load.Kind, phases(load.Report.Seconds))
	}
	fmt.Fprintf(out, "\n## Questions\n\nAbout functions of %s (%d functions), one client, plans cached.\n\n", result.Asked, result.Functions)
	out.WriteString("| question | about | way | asked | p50 ms | p99 ms | CPU ms | budget p50 |\n|---|---|---|---|---|---|---|---|\n")
	for _, l := range result.Latencies {
		fmt.Fprintf(out, "| %s | %s | %s | %d | %.1f | %.1f | %.1f | %s |\n", l.Question, l.About, l.Way, l.Asked, ms(l.P50), ms(l.P99), ms(l.CPU), answerBudget(l))
	}
	out.WriteString("\n")
}

func loadBudget(load Load) string {
	if load.Corpus != "django" || load.Kind != "full" {
		return ""
	}
	return fmt.Sprintf("%.0f CPU s: %s; %d MiB: %s", djangoCPU.Seconds(), verdict(load.CPU() <= djangoCPU), djangoRSS>>20, verdict(load.RSS <= djangoRSS))
}

func answerBudget(l Latency) string {
	if l.Way != "HTTP" || l.About != "spread" {
		return ""
	}
	budget := shortAnswer
	if strings.HasPrefix(l.Question, "impact") {
		budget = impactTime
	}
	return fmt.Sprintf("%.0f ms: %s", ms(budget), verdict(l.P50 <= budget))
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "missed"
}

func phases(seconds map[string]float64) string {
	var parts []string
	for _, name := range slices.SortedFunc(maps.Keys(seconds), func(a, b string) int {
		return int(1000 * (seconds[b] - seconds[a]))
	}) {
		parts = append(parts, fmt.Sprintf("%s %.1f", name, seconds[name]))
	}
	return strings.Join(parts, ", ")
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
