package queries

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"

	"assay/internal/fault"
	"assay/internal/graph"
)

// exportPage is the number of nodes read at once.
const exportPage = 2000

// exportGroups are the labels by which nodes are exported, in order; External nodes have no edges of their own.
var exportGroups = []string{
	string(graph.LabelFile), string(graph.LabelPackage), string(graph.LabelSymbol), string(graph.LabelTest),
	string(graph.LabelName), string(graph.LabelExternal),
}

// exportProps are the properties that belong to the source itself. Times, versions, runs and what is derived for
// storage or search is left out, so that two loads of the same files give the same bytes.
var exportProps = map[string][]string{
	string(graph.LabelFile):     {"path", "language", "sha256", "lines", "bytes", "role", "status", "reason", "diagnostics"},
	string(graph.LabelPackage):  {"name", "path"},
	string(graph.LabelSymbol):   {"path", "name", "qualified_name", "kind", "role", "language", "signature", "doc", "start_line", "end_line", "name_line", "exported", "annotations", "fixture_name", "scope", "autouse"},
	string(graph.LabelTest):     {"runner_id", "path", "name", "framework", "line"},
	string(graph.LabelName):     {"name"},
	string(graph.LabelExternal): {"ecosystem", "package", "qualified_name"},
}

var exportEdgeProps = []string{"evidence", "how", "lines", "candidates", "dispatch", "reason", "alias", "phases"}

type exportNodeLine struct {
	T      string         `json:"t"`
	Labels []string       `json:"labels"`
	ID     string         `json:"id"`
	Props  map[string]any `json:"props"`
}

type exportEdgeLine struct {
	T     string         `json:"t"`
	Type  string         `json:"type"`
	From  string         `json:"from"`
	To    string         `json:"to"`
	Props map[string]any `json:"props"`
}

// exporter writes the pages of one version.
type exporter struct {
	reader  Reader
	project string
	version int64
	lines   *json.Encoder
}

// Export writes a project as JSON lines, nodes then edges, in a stable order: equal files give equal bytes. It is read
// in pages; a project that is published meanwhile is stale.
func (s *Service) Export(ctx context.Context, project string, out io.Writer) error {
	buffered := bufio.NewWriterSize(out, 1<<16)
	e := &exporter{reader: s.reader, project: project, lines: json.NewEncoder(buffered)}
	e.lines.SetEscapeHTML(false)
	for _, write := range []func(context.Context, string) error{e.nodes, e.edges} {
		for _, group := range exportGroups {
			if err := write(ctx, group); err != nil {
				return s.unknownProject(ctx, project, err)
			}
		}
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("write the export of %s: %w", project, err)
	}
	return nil
}

func (e *exporter) nodes(ctx context.Context, group string) error {
	for page := (ExportPage{Group: group, Limit: exportPage}); ; {
		found, err := e.reader.Nodes(ctx, e.project, page)
		if err == nil {
			err = e.check(found.Version)
		}
		if err != nil {
			return fmt.Errorf("export the %s nodes: %w", group, err)
		}
		for _, n := range found.Nodes {
			slices.Sort(n.Labels)
			line := exportNodeLine{T: "node", Labels: n.Labels, ID: n.ID, Props: keep(n.Props, exportProps[group])}
			if err := e.lines.Encode(line); err != nil {
				return fmt.Errorf("write node %s: %w", n.ID, err)
			}
		}
		if page.After = found.Last; page.After == "" {
			return nil
		}
	}
}

func (e *exporter) edges(ctx context.Context, group string) error {
	for page := (ExportPage{Group: group, Limit: exportPage}); ; {
		found, err := e.reader.Edges(ctx, e.project, page)
		if err == nil {
			err = e.check(found.Version)
		}
		if err != nil {
			return fmt.Errorf("export the edges of %s nodes: %w", group, err)
		}
		slices.SortFunc(found.Edges, byEnds)
		for _, edge := range found.Edges {
			line := exportEdgeLine{T: "edge", Type: edge.Type, From: edge.From, To: edge.To, Props: keep(edge.Props, exportEdgeProps)}
			if err := e.lines.Encode(line); err != nil {
				return fmt.Errorf("write an edge of %s: %w", edge.From, err)
			}
		}
		if page.After = found.Last; page.After == "" {
			return nil
		}
	}
}

func (e *exporter) check(version int64) error {
	if e.version == 0 {
		e.version = version
	}
	if e.version != version {
		return fault.New(fault.Stale, "project %q moved from version %d to %d during the export", e.project, e.version, version).
			Fix("export again")
	}
	return nil
}

func byEnds(a, b ExportEdge) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Type, b.Type), cmp.Compare(a.To, b.To),
		cmp.Compare(fmt.Sprint(a.Props["evidence"]), fmt.Sprint(b.Props["evidence"])))
}

// keep takes the named properties; absent and empty values are left out.
func keep(props map[string]any, names []string) map[string]any {
	kept := map[string]any{}
	for _, name := range names {
		if v, ok := props[name]; ok && !empty(v) {
			kept[name] = v
		}
	}
	return kept
}

func empty(v any) bool {
	value := reflect.ValueOf(v)
	return !value.IsValid() || value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0
}
