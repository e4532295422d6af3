package bench

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Budgets of loads, memory and clients, as the design of assay set them; those of questions stand with these.
const (
	djangoCPU     = 45 * time.Second
	djangoRSS     = 500 << 20 // bytes
	peerShare     = 0.7       // of the fastest peer's processor time
	flat          = 1.2       // the dearest file against the cheapest
	flatFrom      = 1000      // files: below it what a load costs by itself counts most
	bareShare     = 0.8       // of what a bare driver gets through
	spreadShare   = 8         // p99 against p50
	restService   = 80 << 20  // bytes
	restSmall     = 500 << 20 // of Neo4j with up to 40,000 functions
	restLarge     = 1331 << 20
	restSmallSize = 45_000 // functions
)

// LoadTables shows loads of repositories.
func LoadTables(loads []Load) string {
	var t table
	t.line("")
	t.head("corpus", "load", "CPU s", "service", "Neo4j", "wall s", "RSS MiB", "files", "symbols", "edges", "budget")
	for _, l := range loads {
		counts := l.Report.Counts
		t.row(l.Corpus, l.Kind, seconds(l.CPU()), seconds(l.Service), seconds(l.Database), seconds(l.Wall), mib(l.RSS),
			fmt.Sprint(counts["files"]), fmt.Sprint(counts["symbols"]), fmt.Sprint(counts["edges"]), loadBudget(l))
	}
	t.line("\nWall seconds by phase:\n")
	for _, l := range loads {
		t.line("- %s, %s: %s", l.Corpus, l.Kind, phases(l.Report.Seconds))
	}
	return t.out.String()
}

func loadBudget(load Load) string {
	if load.Corpus != "django" || load.Kind != Full {
		return ""
	}
	return fmt.Sprintf("%s CPU s: %s; %s MiB: %s", seconds(djangoCPU), verdict(load.CPU() <= djangoCPU), mib(djangoRSS), verdict(load.RSS <= djangoRSS))
}

// GrowthTables shows first loads of made graphs.
func GrowthTables(all []Growth) string {
	var t table
	t.line("")
	t.head("functions", "files", "symbols", "edges", "CPU s", "service", "Neo4j", "wall s", "CPU ms a file", "CPU µs an edge", "test edges", "their CPU s", "Neo4j RSS MiB")
	low, high := time.Duration(0), time.Duration(0)
	for _, g := range all {
		t.row(fmt.Sprint(g.Functions), fmt.Sprint(g.Files), fmt.Sprint(g.Symbols), fmt.Sprint(g.Edges), seconds(g.CPU()), seconds(g.Service),
			seconds(g.Database), seconds(g.Wall), millis(g.PerFile()), fmt.Sprintf("%.0f", float64(g.CPU().Microseconds())/float64(max(1, g.Edges))),
			fmt.Sprint(g.Observed), seconds(g.ObservedCPU), mib(g.Memory))
		if g.Files < flatFrom {
			continue
		}
		if low == 0 || g.PerFile() < low {
			low = g.PerFile()
		}
		high = max(high, g.PerFile())
	}
	if low > 0 {
		ratio := float64(high) / float64(low)
		t.line("\nOf graphs with %d files and more the dearest file costs %.2f times the cheapest; budget %.1f: %s.", flatFrom, ratio, flat, verdict(ratio <= flat))
	}
	return t.out.String()
}

// QuestionTables shows questions, a table a project.
func QuestionTables(all []Asked) string {
	var t table
	for _, project := range all {
		t.line("\n### %s (%d functions)\n", strings.TrimPrefix(project.Project, "bench-"), project.Functions)
		t.head("question", "about", "clients", "asked", "p50 ms", "p99 ms", "a second", "driver alone", "ratio", "CPU ms service", "Neo4j", "budget")
		for _, l := range project.Latencies {
			bare, ratio := "", ""
			if l.Bare > 0 {
				bare, ratio = fmt.Sprintf("%.0f", l.Bare), fmt.Sprintf("%.2f", l.PerSecond/l.Bare)
			}
			t.row(l.Question, l.About, strconv.Itoa(l.Clients), strconv.Itoa(l.Asked), millis(l.P50), millis(l.P99), fmt.Sprintf("%.0f", l.PerSecond),
				bare, ratio, millis(l.Service), millis(l.Database), answerBudget(l))
		}
		if len(project.Absent) > 0 {
			t.line("\nNot offered by this service: %s.", strings.Join(project.Absent, ", "))
		}
		for _, l := range project.Latencies {
			if l.Failed > 0 {
				t.line("\n%d of %d failed: %s, %d clients: %s", l.Failed, l.Failed+l.Asked, l.Question, l.Clients, oneLine(l.Error))
			}
		}
	}
	return t.out.String()
}

// answerBudget judges one line; a budget of latency is one of a single client.
func answerBudget(l Latency) string {
	var parts []string
	judge := func(met bool, format string, args ...any) {
		parts = append(parts, fmt.Sprintf(format, args...)+": "+verdict(met))
	}
	if l.About != spreadSample {
		return ""
	}
	if l.Clients == 1 {
		for _, q := range questions() {
			if q.name == l.Question && q.budget > 0 {
				judge(l.P50 <= q.budget, "p50 %s ms", millis(q.budget))
			}
			if q.name == l.Question && q.cpu > 0 {
				judge(l.Service+l.Database <= q.cpu, "CPU %s ms", millis(q.cpu))
			}
		}
	}
	if l.Bare > 0 {
		judge(l.PerSecond >= bareShare*l.Bare, "ratio %.1f", bareShare)
		judge(l.P99 <= spreadShare*l.P50, "p99 %d x p50", spreadShare)
	}
	if l.Failed > 0 {
		judge(false, "no error")
	}
	return strings.Join(parts, "; ")
}

// PeerTables shows comparisons with other tools.
func PeerTables(all []Comparison) string {
	var t table
	t.line("")
	t.head("repository", "index", "tool", "runs", "CPU s (median)", "all", "assay against it", "budget")
	var problems []string
	for _, c := range all {
		ours, fastest := c.Results[0].Median(), c.fastest()
		for i, r := range c.Results {
			var each []string
			for _, run := range r.CPU {
				each = append(each, seconds(run))
			}
			ratio, budget, middle := "", "", ""
			if len(r.CPU) > 0 {
				middle = seconds(r.Median())
			}
			switch {
			case i > 0 && r.Problem != "":
				ratio = "does not count"
				problems = append(problems, fmt.Sprintf("- %s on %s (%s): %s", r.Tool, c.Corpus, c.Kind, r.Problem))
			case i > 0 && r.Median() > 0:
				ratio = fmt.Sprintf("%.2f", float64(ours)/float64(r.Median()))
			case i == 0 && fastest > 0 && c.Kind == Full:
				budget = fmt.Sprintf("%.1f of the fastest: %s", peerShare, verdict(float64(ours) <= peerShare*float64(fastest)))
			}
			t.row(c.Corpus, c.Kind, r.Tool, strconv.Itoa(len(r.CPU)), middle, strings.Join(each, ", "), ratio, budget)
		}
	}
	if len(problems) > 0 {
		t.line("\nWhat did not work:\n")
		for _, p := range problems {
			t.line("%s", p)
		}
	}
	return t.out.String()
}

// fastest is the median of the quickest peer that worked; 0 when none did.
func (c Comparison) fastest() (best time.Duration) {
	for _, r := range c.Results[1:] {
		if m := r.Median(); r.Problem == "" && m > 0 && (best == 0 || m < best) {
			best = m
		}
	}
	return best
}

// RestTables shows memory at rest.
func RestTables(all []Rest) string {
	var t table
	t.line("")
	t.head("functions", "service MiB", "Neo4j MiB", "budget")
	for _, r := range all {
		limit := int64(restLarge)
		if r.Functions <= restSmallSize {
			limit = restSmall
		}
		t.row(fmt.Sprint(r.Functions), mib(r.Service), mib(r.Database), fmt.Sprintf("service %s: %s; Neo4j %s: %s",
			mib(restService), verdict(r.Service <= restService), mib(limit), verdict(r.Database <= limit)))
	}
	return t.out.String()
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

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()) }

func millis(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000) }

func mib(bytes int64) string { return strconv.FormatInt(bytes>>20, 10) }
