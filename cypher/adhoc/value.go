package adhoc

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/internal/fault"
)

// maxSafe is the largest whole number that every reader of JSON keeps exact: larger ones are written as text.
const maxSafe = 1<<53 - 1

// Node is a node as JSON.
type Node struct {
	ID         string         `json:"id"` // assay's, or the database's for a node without one
	Labels     []string       `json:"labels"`
	Properties map[string]any `json:"properties"`
}

// Edge is a relationship as JSON; From and To are identifiers of nodes.
type Edge struct {
	Type       string         `json:"type"`
	From       string         `json:"from"`
	To         string         `json:"to"`
	Properties map[string]any `json:"properties"`
}

// Path is a path as JSON; edge i leads between nodes i and i+1, in either direction.
type Path struct {
	Nodes []*Node `json:"nodes"`
	Edges []*Edge `json:"edges"`
}

// encoder makes values of the database ready for JSON: nodes, edges and paths become plain objects, times and points
// text in the form that Cypher reads, bytes base64, numbers that JSON cannot hold text.
type encoder struct {
	ids   map[string]string // identifiers by those of the database, of all nodes seen
	edges []*Edge           // From and To are still the database's
}

func newEncoder() *encoder { return &encoder{ids: map[string]string{}} }

func (e *encoder) value(value any) any {
	switch v := value.(type) {
	case int64:
		if v > maxSafe || v < -maxSafe {
			return strconv.FormatInt(v, 10)
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
	case []byte:
		return base64.StdEncoding.EncodeToString(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = e.value(v[i])
		}
		return list
	case map[string]any:
		encoded := make(map[string]any, len(v))
		for key, inner := range v {
			encoded[key] = e.value(inner)
		}
		return encoded
	case neo4j.Node:
		return e.node(v)
	case neo4j.Relationship:
		return e.edge(v)
	case neo4j.Path:
		return e.path(v)
	case neo4j.Point2D:
		return fmt.Sprintf("point({srid: %d, x: %g, y: %g})", v.SpatialRefId, v.X, v.Y)
	case neo4j.Point3D:
		return fmt.Sprintf("point({srid: %d, x: %g, y: %g, z: %g})", v.SpatialRefId, v.X, v.Y, v.Z)
	case time.Time:
		return moment(v)
	case fmt.Stringer: // dates, times without a zone, durations
		return v.String()
	}
	return value
}

// moment writes a time with its offset and, where it has one, its zone.
func moment(t time.Time) string {
	text := t.Format(time.RFC3339Nano)
	if name := t.Location().String(); strings.Contains(name, "/") {
		text += "[" + name + "]"
	}
	return text
}

func (e *encoder) node(n neo4j.Node) *Node {
	e.ids[n.ElementId] = idOf(n.ElementId, n.Props)
	return &Node{ID: e.ids[n.ElementId], Labels: append([]string{}, n.Labels...), Properties: e.properties(n.Props)}
}

func (e *encoder) edge(r neo4j.Relationship) *Edge {
	edge := &Edge{Type: r.Type, From: r.StartElementId, To: r.EndElementId, Properties: e.properties(r.Props)}
	e.edges = append(e.edges, edge)
	return edge
}

func (e *encoder) path(p neo4j.Path) *Path {
	path := &Path{Nodes: make([]*Node, len(p.Nodes)), Edges: make([]*Edge, len(p.Relationships))}
	for i, n := range p.Nodes {
		path.Nodes[i] = e.node(n)
	}
	for i, r := range p.Relationships {
		path.Edges[i] = e.edge(r)
	}
	return path
}

// properties are those of a node or an edge. Bytes, such as the text of a file, are told by their number: who wants them
// returns them by themselves.
func (e *encoder) properties(props map[string]any) map[string]any {
	encoded := make(map[string]any, len(props))
	for key, value := range props {
		if bytes, ok := value.([]byte); ok {
			encoded[key] = fmt.Sprintf("(%d bytes)", len(bytes))
			continue
		}
		encoded[key] = e.value(value)
	}
	return encoded
}

// unknown are the database's identifiers of the ends of edges whose nodes were not seen.
func (e *encoder) unknown() []string {
	var missing []string
	for _, edge := range e.edges {
		for _, end := range []string{edge.From, edge.To} {
			if _, ok := e.ids[end]; !ok {
				e.ids[end] = end
				missing = append(missing, end)
			}
		}
	}
	return missing
}

// nameEnds gives the ends of all edges the identifiers of their nodes.
func (e *encoder) nameEnds() {
	for _, edge := range e.edges {
		edge.From, edge.To = e.ids[edge.From], e.ids[edge.To]
	}
}

// idOf is assay's identifier of a node, or its name where it has none, or the database's.
func idOf(element string, props map[string]any) string {
	for _, key := range []string{"id", "name"} {
		if id, ok := props[key].(string); ok {
			return id
		}
	}
	return element
}

// parameters makes values of JSON ready for the database: whole numbers are integers.
func parameters(given map[string]any) (map[string]any, error) {
	params := make(map[string]any, len(given))
	for name, value := range given {
		converted, err := parameter(value)
		if err != nil {
			return nil, fault.New(fault.Invalid, "parameter %.80q cannot be used: %s", name, err)
		}
		params[name] = converted
	}
	return params, nil
}

func parameter(value any) (any, error) {
	switch v := value.(type) {
	case nil, bool, string, int64, int:
		return v, nil
	case json.Number:
		if whole, err := v.Int64(); err == nil {
			return whole, nil
		}
		return v.Float64()
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= maxSafe {
			return int64(v), nil
		}
		return v, nil
	case []any:
		list := make([]any, len(v))
		for i := range v {
			converted, err := parameter(v[i])
			if err != nil {
				return nil, err
			}
			list[i] = converted
		}
		return list, nil
	case map[string]any:
		converted := make(map[string]any, len(v))
		for key, inner := range v {
			value, err := parameter(inner)
			if err != nil {
				return nil, err
			}
			converted[key] = value
		}
		return converted, nil
	default:
		return nil, fmt.Errorf("its type %T is none of JSON", value)
	}
}
