package cypher

import (
	"context"
	"regexp"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/internal/neo4jtest"
)

// scans are the operators that read every node or edge of a kind in the database, whatever the project. A product of two
// unique seeks is one row.
var scans = regexp.MustCompile(`\w*(?:AllNodesScan|LabelScan|NodeIndexScan|RelationshipTypeScan|RelationshipsScan)\w*`)

// projectsOfSize writes five projects, so that the server plans for a database that holds more than the one asked about.
const projectsOfSize = `
UNWIND range(1, 5) AS g
WITH 'g' + g AS graph
CREATE (:Project {name: graph, graph: graph, version: 2})
CREATE (:Package {graph: graph, id: 'p'})
WITH graph
UNWIND range(1, 40) AS i
CREATE (f:File {graph: graph, id: 'f' + i}), (n:Name {graph: graph, id: 'n' + i + '#name', name: 'n' + i})
WITH graph, i, f, n
UNWIND range(1, 20) AS k
CREATE (f)-[:DEFINES {evidence: 'exact'}]->(s:Symbol:Function {graph: graph, id: f.id + '::s' + k, path: f.id, name: 's' + k}),
  (s)-[:MAY_CALL {evidence: 'guess'}]->(n),
  (s)-[:CALLS {evidence: 'exact'}]->(c:Symbol:Function {graph: graph, id: f.id + '::c' + k, path: f.id, name: 'c' + k}),
  (s)-[:REFERENCES {evidence: 'exact'}]->(c), (s)-[:INHERITS {evidence: 'exact'}]->(c), (s)-[:OVERRIDES {evidence: 'exact'}]->(c),
  (x:Symbol:Function:Fixture {graph: graph, id: f.id + '::x' + k, path: f.id, name: 'x' + k})-[:REQUIRES {evidence: 'exact'}]->(s),
  (t:Test {graph: graph, id: f.id + '::t' + k + '#test', runner_id: f.id + '::t' + k})-[:RUNS {evidence: 'exact'}]->(s),
  (t)-[:USES_FIXTURE {evidence: 'exact'}]->(x), (t)-[:TESTS {evidence: 'observed'}]->(c), (f)-[:IMPORTS {evidence: 'exact'}]->(f)`

// A question about one project seeks: what it costs does not grow with the other projects of the database. The pruned
// search is what keeps an impact from walking paths. The server is the test's own: plans follow what a database holds.
func TestQuestionsSeek(t *testing.T) {
	store := open(t, neo4jtest.Own(t))
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	fill(t, store)
	session := store.session(t.Context(), neo4j.AccessModeRead)
	t.Cleanup(func() { _ = session.Close(context.Background()) })
	for _, statement := range []Statement{
		ReadBlind, ReadBody, ReadCallees, ReadCallers, ReadExportEdges, ReadExportNodes, ReadHealth, ReadImpact, ReadLookupFile, ReadLookupName,
		ReadFiles, ReadHubs, ReadNeighbourhood, ReadPackages, ReadSources, ReadTestParts,
		ReadLookupSimilar, ReadSearch, ReadSource, ReadStatistics, ReadSymbol, ReadTests,
	} {
		t.Run(string(statement), func(t *testing.T) {
			text, err := store.text(statement)
			if err != nil {
				t.Fatal(err)
			}
			result, err := session.Run(t.Context(), "EXPLAIN "+text, parametersOf(text))
			if err != nil {
				t.Fatal(err)
			}
			summary, err := result.Consume(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			plan, ok := summary.Plan().Arguments()["string-representation"].(string)
			if !ok {
				t.Fatal("the server shows no plan")
			}
			if found := scans.FindAllString(plan, -1); len(found) > 0 {
				t.Errorf("the plan scans: %v\n%s", found, plan)
			}
			searches := regexp.MustCompile(`VarLengthExpand\(Pruning,BFS`).FindAllString(plan, -1)
			if want := map[Statement]int{ReadImpact: 4, ReadTests: 1}[statement]; len(searches) < want {
				t.Errorf("%d pruned searches, want %d\n%s", len(searches), want, plan)
			}
		})
	}
}

// fill writes the projects and lets the server count them.
func fill(t *testing.T, store *Store) {
	t.Helper()
	session := store.session(t.Context(), neo4j.AccessModeWrite)
	defer func() { _ = session.Close(context.Background()) }()
	for _, text := range []string{projectsOfSize, "CALL db.prepareForReplanning(60)"} {
		result, err := session.Run(t.Context(), text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := result.Consume(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
