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
)

// busiestCount is the number of functions with the most callers that are asked about on their own.
const busiestCount = 50

// sample picks functions spread evenly over the whole project, and those with the most callers; the same ones in each
// run.
func (a Asker) sample(ctx context.Context) (spread, busiest []string, err error) {
	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { writer.CloseWithError(a.Questions.Export(ctx, a.Project, writer)) }()
	defer func() { _ = reader.Close() }() // ends the export when it was not read to its end
	callers, err := functions(reader)
	if err == nil && len(callers) == 0 {
		err = errors.New("it has none")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("pick functions of %s: %w", a.Project, err)
	}
	names := slices.Sorted(maps.Keys(callers))
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	spread = slices.Clone(names[:min(a.Samples, len(names))])
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(callers[b], callers[a]) })
	return spread, names[:min(busiestCount, len(names))], nil
}

// functions reads an export and gives every function with the number of its callers.
func functions(export io.Reader) (map[string]int, error) {
	callers := map[string]int{}
	for lines := json.NewDecoder(export); ; {
		var line struct {
			Kind   string   `json:"t"`
			Labels []string `json:"labels"`
			ID     string   `json:"id"`
			Type   string   `json:"type"`
			To     string   `json:"to"`
		}
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return callers, nil
		} else if err != nil {
			return nil, err
		}
		if line.Kind == "node" && slices.Contains(line.Labels, "Function") {
			callers[line.ID] = 0
		} else if _, known := callers[line.To]; known && line.Type == "CALLS" {
			callers[line.To]++
		}
	}
}
