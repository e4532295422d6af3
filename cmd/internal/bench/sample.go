package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"

	"assay/internal/graph"
)

// busiestCount is the number of functions with the most callers that are asked about on their own.
const busiestCount = 50

// Exporter writes a project as JSON lines; *queries.Service is one.
type Exporter interface {
	Export(ctx context.Context, project string, out io.Writer) error
}

// sampled are functions of a project that are no tests.
type sampled struct {
	functions int // of the whole project, tests included
	spread    []string
	busiest   []string
}

// sample picks functions spread evenly over the whole project, and those with the most callers; the same ones in each
// run. Tests are left out: nobody asks what breaks when a test changes.
func (a Asker) sample(ctx context.Context) (sampled, error) {
	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { writer.CloseWithError(a.Export.Export(ctx, a.Project, writer)) }()
	defer func() { _ = reader.Close() }() // ends the export when it was not read to its end
	callers, all, err := functions(reader)
	if err == nil && len(callers) == 0 {
		err = errors.New("it has none")
	}
	if err != nil {
		return sampled{}, fmt.Errorf("pick functions of %s: %w", a.Project, err)
	}
	names := slices.Sorted(maps.Keys(callers))
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	spread := slices.Clone(names[:min(a.Samples, len(names))])
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(callers[b], callers[a]) })
	return sampled{all, spread, names[:min(busiestCount, len(names))]}, nil
}

// functions reads an export and gives every function of the source with the number of its callers, and how many functions
// there are with those of tests.
func functions(export io.Reader) (callers map[string]int, all int, err error) {
	callers = map[string]int{}
	for lines := json.NewDecoder(export); ; {
		var line struct {
			Kind   string   `json:"t"`
			Labels []string `json:"labels"`
			ID     string   `json:"id"`
			Type   string   `json:"type"`
			To     string   `json:"to"`
			Props  struct {
				Role graph.Role `json:"role"`
			} `json:"props"`
		}
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return callers, all, nil
		} else if err != nil {
			return nil, 0, err
		}
		if line.Kind == "node" && slices.Contains(line.Labels, "Function") {
			all++
			if line.Props.Role == graph.RoleSource {
				callers[line.ID] = 0
			}
		} else if _, known := callers[line.To]; known && line.Type == "CALLS" {
			callers[line.To]++
		}
	}
}
