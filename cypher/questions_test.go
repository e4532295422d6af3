package cypher

import (
	"context"
	"regexp"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"assay/internal/neo4jtest"
)

// scans are the operators that read every node or edge of a kind in the database, whatever the project.
var scans = regexp.MustCompile(`\w*(?:AllNodesScan|LabelScan|NodeIndexScan|RelationshipTypeScan|RelationshipsScan|CartesianProduct)\w*`)

// A question about one project seeks: what it costs does not grow with the other projects of the database. The pruned
// search is what keeps an impact from walking paths.
func TestQuestionsSeek(t *testing.T) {
	store := open(t, neo4jtest.Shared(t))
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	session := store.session(t.Context(), neo4j.AccessModeRead)
	t.Cleanup(func() { _ = session.Close(context.Background()) })
	for _, statement := range []Statement{
		ReadBody, ReadCallees, ReadCallers, ReadExportEdges, ReadExportNodes, ReadImpact, ReadLookupFile, ReadLookupName,
		ReadLookupSimilar, ReadSource, ReadStatistics, ReadSymbol, ReadTests,
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
