package queries

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"assay/internal/fault"
)

// Bounds of suggestions.
const (
	suggestPrefix = 3   // letters by which names are sought
	suggestPool   = 200 // names of one prefix that are compared
	suggestShown  = 10
	maxEdits      = 2
)

// missing is the fault of a spelling that names nothing, with what is like it. Nothing is ever answered for them.
func (s *Service) missing(ctx context.Context, project, spelling string, found Matches) error {
	e := fault.New(fault.NotFound, "no definition in project %q is named %q", project, shorten(spelling))
	if file := fileIn(spelling); file != "" && found.FileLines == 0 {
		e.Message = fmt.Sprintf("project %q holds no file %q", project, shorten(file))
	}
	if found.FileLines > 0 {
		e.Message = fmt.Sprintf("nothing in project %q stands at %q: the file has %d lines", project, shorten(spelling), found.FileLines)
	}
	similar, err := s.similar(ctx, project, spelling)
	if err != nil {
		return fmt.Errorf("suggest for %q: %w", shorten(spelling), err)
	}
	e.Candidates = candidates(similar)
	if len(similar) > 0 {
		_ = e.Fix("did you mean %s?", similar[0].ID)
	}
	if found.Status != "" && found.Status != "ready" {
		_ = e.Fix("the load was %s: the definition may stand in a file that was skipped", found.Status)
	}
	return e
}

// fileIn is the file that a spelling puts before a line or a name; "" where it puts none.
func fileIn(spelling string) string {
	spelling = strings.TrimSpace(spelling)
	if pathLine.MatchString(spelling) {
		return pathLine.ReplaceAllString(spelling, "$1")
	}
	file, _, named := strings.Cut(spelling, "::")
	if named || hasEnding(spelling) {
		return file
	}
	return ""
}

// similar gives definitions whose names begin like the spelling or are a few edits away, the nearest first.
func (s *Service) similar(ctx context.Context, project, spelling string) ([]Symbol, error) {
	file, name, _ := strings.Cut(strings.TrimSpace(spelling), "::")
	like := Like{Limit: suggestPool}
	switch {
	case name != "":
		like.Ending = ending(file)
	case strings.ContainsAny(spelling, `/\:`) || hasEnding(spelling):
		like.Ending = ending(pathLine.ReplaceAllString(file, "$1"))
	default:
		name = file
	}
	name = lastSegment(qualified(name))
	like.Prefixes = prefixes(name)
	pool, err := s.reader.Suggest(ctx, project, like)
	if err != nil {
		return nil, err
	}
	return nearest(name, pool.Symbols), nil
}

func ending(file string) string {
	return strings.ToLower(path.Base(strings.ReplaceAll(file, `\`, "/")))
}

// prefixes are the beginnings by which a name is sought, in the cases that code is written in: nearly all of a longer
// name, so that its like is found among many names, and its first letters.
func prefixes(name string) []string {
	letters := []rune(strings.TrimLeft(name, "_"))
	all := []string{}
	for _, length := range []int{suggestPrefix, len(letters) - maxEdits} {
		if length >= suggestPrefix {
			all = append(all, cases(letters[:min(len(letters), length)])...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// cases are the ways in which code writes the beginning of a name.
func cases(letters []rune) []string {
	if len(letters) == 0 {
		return nil
	}
	text, first, rest := string(letters), string(letters[:1]), string(letters[1:])
	lower := strings.ToLower(text)
	return []string{
		text, lower, strings.ToUpper(text), "_" + lower, strings.ToUpper(first) + strings.ToLower(rest), strings.ToLower(first) + rest,
		strings.ToUpper(first) + rest,
	}
}

// nearest orders the pool by how far its names are from the wanted one and drops those that are not like it.
func nearest(name string, pool []Symbol) []Symbol {
	wanted := fold(name)
	distances := map[string]int{}
	kept := []Symbol{}
	for _, s := range pool {
		if _, ok := distances[s.ID]; ok {
			continue
		}
		distances[s.ID] = distance(wanted, s)
		if distances[s.ID] <= maxEdits {
			kept = append(kept, s)
		}
	}
	slices.SortFunc(kept, func(a, b Symbol) int {
		return cmp.Or(cmp.Compare(distances[a.ID], distances[b.ID]), cmp.Compare(len(a.Name), len(b.Name)),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.ID, b.ID))
	})
	return kept[:min(len(kept), suggestShown)]
}

// distance is 0 for equal letters, 1 for a beginning, else the number of edits. A module was sought by its file.
func distance(wanted string, s Symbol) int {
	have := fold(s.Name)
	switch {
	case isModule(s) || have == wanted:
		return 0
	case wanted != "" && (strings.HasPrefix(have, wanted) || strings.HasPrefix(wanted, have) && 2*len(have) >= len(wanted)):
		return 1
	default:
		return edits([]rune(wanted), []rune(have))
	}
}

// fold drops what people get wrong first: case and underscores.
func fold(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// edits counts insertions, deletions, replacements and swaps of neighbours, and stops counting behind maxEdits.
func edits(a, b []rune) int {
	if len(a)-len(b) > maxEdits || len(b)-len(a) > maxEdits {
		return maxEdits + 1
	}
	older, old := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+btoi(a[i-1] != b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old = old, row
	}
	return old[len(b)]
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
