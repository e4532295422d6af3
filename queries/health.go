package queries

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/cypher"
	"assay/internal/graph"
)

// ProjectHealth says whether a project still holds what was published: who has the password of Neo4j may write over Bolt and
// Browser, and Neo4j Community cannot forbid it.
type ProjectHealth struct {
	Project string `json:"project"`
	// Status is clean, or changed when somebody else wrote.
	Status      HealthStatus `json:"status"`
	Differences []Difference `json:"differences"`
	Reasons     []string     `json:"reasons"` // what was not compared, and what to do
	Index       Index        `json:"index"`
}

// HealthStatus is clean or changed.
type HealthStatus string

// Clean: every count is that of the published version. Changed: some are not.
const (
	HealthClean   HealthStatus = "clean"
	HealthChanged HealthStatus = "changed"
)

// Difference is a label or an edge type of which there are more or fewer than were published.
type Difference struct {
	What string `json:"what"` // label or edge
	Name string `json:"name"`
	// Evidence tells the edges of a type apart: read (from the source), observed (when tests ran), or none (an edge without
	// evidence is a note of somebody else, which loads leave alone).
	Evidence string `json:"evidence,omitempty"`
	Expected int64  `json:"expected"`
	Found    int64  `json:"found"`
}

// Inspector compares projects with what was published.
type Inspector struct {
	service *Service
	reader  *StoreReader
}

// NewInspector makes an inspector over an open store.
func NewInspector(store *cypher.Store) *Inspector {
	reader := NewStoreReader(store)
	return &Inspector{service: New(reader), reader: reader}
}

// counted are numbers of nodes by label, and of edges by type for each evidence.
type counted struct {
	labels map[string]int64
	edges  map[[2]string]int64 // type, evidence
}

// Health counts a project and compares. It finds nodes and edges that were added or removed, not properties that were
// set; a load puts these right as well.
func (i *Inspector) Health(ctx context.Context, project string) (*ProjectHealth, error) {
	found := counted{labels: map[string]int64{}, edges: map[[2]string]int64{}}
	published := map[string]int64{}
	snapshot, err := i.reader.consistent(ctx, cypher.ReadHealth, project, cypher.Params{}, func(row cypher.Row) {
		values := row.Int64s("count_values")
		for at, name := range row.Strings("count_names") {
			published[name] = values[min(at, len(values)-1)]
		}
		for _, group := range row.Maps("labels") {
			found.nodes(group.Strings("labels"), group.Bool("made"), group.Int64("count"))
		}
		for _, group := range row.Maps("edges") {
			found.edges[[2]string{group.String("type"), evidenceClass(group.StringOr("evidence", ""))}] += group.Int64("count")
		}
	})
	if err != nil {
		return nil, i.service.unknownProject(ctx, project, err)
	}
	health := &ProjectHealth{Project: project, Status: HealthClean, Reasons: []string{}, Index: i.service.index(ctx, snapshot)}
	health.Differences = append(found.compareLabels(published), found.compareEdges(published, health)...)
	if len(health.Differences) > 0 {
		health.Status = HealthChanged
		health.Reasons = append(health.Reasons, fmt.Sprintf("assay ingest %s brings what is read from the source back; edges without evidence stay", snapshot.Root))
	}
	return health, nil
}

// nodes counts a group of nodes with the same labels. A test that only a run of tests knows was not read.
func (c *counted) nodes(labels []string, made bool, count int64) {
	for _, label := range labels {
		if !made || label != string(graph.LabelTest) {
			c.labels[label] += count
		}
	}
}

// Classes of evidence.
const (
	evidenceRead     = "read"
	evidenceObserved = "observed"
	evidenceNone     = "none"
)

func evidenceClass(evidence string) string {
	switch graph.Evidence(evidence) {
	case "":
		return evidenceNone
	case graph.Observed:
		return evidenceObserved
	default:
		return evidenceRead
	}
}

// publishedLabels are the names under which a load counts nodes of a label.
func publishedLabels() map[string]string {
	return map[string]string{
		string(graph.LabelFile): "files", string(graph.LabelPackage): "packages", string(graph.LabelSymbol): "symbols", string(graph.LabelClass): "classes",
		string(graph.LabelFunction): "functions", string(graph.LabelVariable): "variables", string(graph.LabelFixture): "fixtures",
		string(graph.LabelTest): "tests", string(graph.LabelName): "names",
	}
}

func (c *counted) compareLabels(published map[string]int64) []Difference {
	names := publishedLabels()
	for label := range names {
		c.labels[label] += 0 // one of which nothing is left is compared too
	}
	differences := []Difference{}
	for _, label := range slices.Sorted(maps.Keys(c.labels)) {
		if want := published[names[label]]; want != c.labels[label] {
			differences = append(differences, Difference{What: "label", Name: label, Expected: want, Found: c.labels[label]})
		}
	}
	return differences
}

// observedPrefix begins the names under which observed edges are counted.
const observedPrefix = "observed_"

func (c *counted) compareEdges(published map[string]int64, health *ProjectHealth) []Difference {
	for name := range published { // a type of which nothing is left is compared too
		if kind, observed := strings.CutPrefix(name, observedPrefix); observed {
			c.edges[[2]string{kind, evidenceObserved}] += 0
		} else if strings.ToUpper(name) == name {
			c.edges[[2]string{name, evidenceRead}] += 0
		}
	}
	differences := []Difference{}
	for key, count := range c.edges {
		want, known := published[key[0]], true
		switch key[1] {
		case evidenceObserved:
			want, known = published[observedPrefix+key[0]], published[observedPrefix+key[0]] > 0 || key[0] != string(graph.EdgeTests) && key[0] != string(graph.EdgeCoveredBy)
		case evidenceNone:
			want = 0
		}
		switch {
		case !known && count > 0:
			health.Reasons = append(health.Reasons, fmt.Sprintf("observed %s edges were not counted when this version was published: they are not compared", key[0]))
		case want != count:
			differences = append(differences, Difference{What: "edge", Name: key[0], Evidence: key[1], Expected: want, Found: count})
		}
	}
	slices.Sort(health.Reasons)
	slices.SortFunc(differences, func(a, b Difference) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Evidence, b.Evidence))
	})
	return differences
}
