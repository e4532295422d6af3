package queries

import (
	"fmt"
	"time"

	"assay/internal/graph"
)

// Run is a run of tests whose observations were imported.
type Run struct {
	Ordinal   int
	Commit    string // of the repository then; "" when unknown
	CreatedAt time.Time
}

// Measured is what runs of tests say of one file: what they observed is of the text that they watched.
type Measured struct {
	Runs     []Run // the newest first
	NeverRan int   // tests that ran in no run
	Tests    int   // of the project
	// Run is the newest run that watched the file; 0 when none did.
	Run  int
	Same bool // the file is byte for byte what this run watched
	// Functions are the hashes of the functions in it then, and Since the runs since which each text stands.
	Functions []int64
	Since     []int
	Text      []byte // gzip of the file's text now; nil when it was not kept
}

// age tells how the functions of a target stand to the runs that were to observe them.
type age struct {
	Measured
	target    target
	functions int
	oneLine   bool           // the only function stands on one line
	since     map[string]int // by identifier, of the functions whose text a run watched
}

// ageOf compares the functions of a target with those that runs watched.
func ageOf(t target, found Covering) (age, error) {
	a := age{Measured: found.Measured, target: t, since: map[string]int{}}
	known := map[int64]int{}
	for i, hash := range a.Functions {
		known[hash] = a.Since[i]
	}
	lines := []string{}
	if a.Run > 0 && a.Text != nil {
		text, err := (Text{GZ: a.Text}).text()
		if err != nil {
			return a, fmt.Errorf("unpack the text of %s: %w", t.symbol.Path, err)
		}
		lines = graph.Lines(text)
	}
	for _, s := range t.body.Symbols {
		if graph.SymbolKind(s.Kind).Label() != graph.LabelFunction {
			continue
		}
		a.functions++
		a.oneLine = s.StartLine == s.EndLine
		if since, ok := known[graph.TextHash(s.ID, lines, s.StartLine, s.EndLine)]; ok {
			a.since[s.ID] = since
		}
	}
	a.oneLine = a.oneLine && a.functions == 1
	return a, nil
}

// stale reports whether all that a test executed of the target was another text than it is now.
func (a age) stale(hits []Execution) bool {
	for _, hit := range hits {
		since, ok := a.since[hit.To]
		if hit.To == a.target.symbol.Path {
			since, ok = a.Run, a.Same
		}
		if ok && hit.Run >= since {
			return false
		}
	}
	return len(hits) > 0
}

// judge says what the runs cannot know. A list that nothing was observed for is unknown where no run could have
// observed it.
func (a age) judge(reply *Envelope[TestItem]) {
	blind := true // no run could observe the target as it is now
	name, path := a.target.symbol.QualifiedName, a.target.symbol.Path
	say := func(format string, args ...any) { reply.Reasons = append(reply.Reasons, fmt.Sprintf(format, args...)) }
	changed := a.functions - len(a.since)
	switch {
	case len(a.Runs) == 0:
		say("No test run is imported: links are static, over at most %d calls. Import one: assay import coverage FILE.", StaticCalls)
		reply.Status = Unknown
	case a.functions == 0:
		say("A run tells which functions tests execute, and %s holds none.", name)
	case a.Run == 0:
		say("No imported run watched %s: whether tests execute it is not known.", path)
		reply.Status = Unknown
	case changed == a.functions && a.functions == 1:
		say("%s was changed, or made, after %s: what tests execute of it now is not known.", name, a.when(a.Run))
	case changed > 0:
		say("%d of the %s of %s were changed, or made, after %s: what tests execute of them now is not known.",
			changed, plural(a.functions, "function"), name, a.when(a.Run))
		blind = changed == a.functions
	default:
		blind = a.current(reply, say)
	}
	if blind && reply.Total == 0 {
		reply.Status = Unknown
	}
}

// current says what else the runs leave open of functions that stand as they were watched.
func (a age) current(reply *Envelope[TestItem], say func(string, ...any)) (blind bool) {
	if newest := a.Runs[0].Ordinal; a.Run < newest {
		say("The newest of the imported runs did not watch %s: what is known of it is from %s.", a.target.symbol.Path, a.when(a.Run))
	}
	if a.NeverRan > 0 {
		say("%d of the %s ran in no imported run.", a.NeverRan, plural(a.Tests, "test"))
	}
	if a.oneLine && reply.Total == 0 {
		say("%s stands on one line, of which a run does not always tell whether it was called or only defined.", a.target.symbol.QualifiedName)
		return true
	}
	return false
}

// when names a run by what people know of it.
func (a age) when(ordinal int) string {
	for _, r := range a.Runs {
		if r.Ordinal != ordinal {
			continue
		}
		text := "the run of " + r.CreatedAt.UTC().Format("2006-01-02 15:04") + " UTC"
		if r.Commit != "" {
			text += " at commit " + r.Commit[:min(len(r.Commit), shownCommit)]
		}
		return text
	}
	return fmt.Sprintf("run %d", ordinal)
}

// shownCommit is the number of digits by which people know a commit.
const shownCommit = 10
