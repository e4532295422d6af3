package queries_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/cypher/cyphertest"
	"assay/internal/fault"
	"assay/internal/graph"
	"assay/internal/neo4jtest"
	"assay/queries"
	"assay/queries/memory"
)

// What somebody changes in the database by hand shows in the next answer: nothing is kept beside it.
func TestChangesOverBoltShow(t *testing.T) {
	b, address := newNeo4jBed(t), neo4jtest.Shared(t)
	project := b.load(shop)
	cyphertest.Run(t, address, `
		MATCH (p:Project {name: $project})
		MATCH (a:Symbol {graph: p.graph, id: 'shop/orders.py::Order.close'}), (b:Symbol {graph: p.graph, id: 'shop/pay.py::charge'})
		CREATE (a)-[:CALLS {evidence: 'exact', how: 'by hand', lines: [28], candidates: 1}]->(b)`, map[string]any{"project": project})
	cyphertest.Run(t, address, `
		MATCH (p:Project {name: $project})
		MATCH (:Symbol {graph: p.graph, id: 'shop/pay.py::<module>'})-[e:CALLS]->(:Symbol {graph: p.graph, id: 'shop/pay.py::charge'})
		DELETE e`, map[string]any{"project": project})
	got := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(t.Context(), project, "charge", queries.ListOptions{}))
	b.equal("callers", []string{"shop/orders.py::Order.refund", "shop/orders.py::Order.close"}, ids(got.Items))
	b.equal("rule", "by hand", got.Items[1].How)
	impact := must[*queries.Impact](b)(b.service.Impact(t.Context(), project, "charge", queries.ImpactOptions{}))
	b.equal("impact", []string{"shop/orders.py::Order.close", "shop/orders.py::Order.refund"}, ids(impact.Items))
}

// Equal files give equal bytes, whatever was loaded before and wherever the repository lies.
func TestExportsOfEqualFilesAreEqual(t *testing.T) {
	onBoth(t, func(b *bed) {
		first := b.export(b.load(shop))
		project := neo4jtest.Project(b.T)
		b.put(project, build(b.T, strings.ReplaceAll(shop, "exact 15,17", "inferred 15")))
		other := b.export(project)
		b.put(project, build(b.T, shop))
		second := b.export(project)
		b.equal("export", first, second)
		if first == other {
			b.Error("two different graphs have one export")
		}
		for _, unwanted := range []string{"/repository/", project, "run-1", "version", "c1", "fp\"", "text_gz"} {
			if strings.Contains(second, unwanted) {
				b.Errorf("the export holds %q", unwanted)
			}
		}
		lines := strings.Split(strings.TrimSpace(first), "\n")
		b.equal("first line", `{"t":"node","labels":["File"],"id":"README.md","props":{"language":"python","lines":5,"path":"README.md","reason":"none","role":"source","sha256":"`+strings.Repeat("ab", 32)+`","status":"listed"}}`, lines[0])
		b.equal("last line", `{"t":"edge","type":"TESTS","from":"tests/test_orders.py::test_total#test","to":"shop/orders.py::total","props":{"candidates":1,"evidence":"observed","how":"scope","lines":[2],"phases":3}}`, lines[len(lines)-1])
	})
}

func (b *bed) export(project string) string {
	b.Helper()
	var text strings.Builder
	if err := b.service.Export(b.Context(), project, &text); err != nil {
		b.Fatal(err)
	}
	return text.String()
}

// moving publishes the project before each of the first reads.
type moving struct {
	*memory.Reader
	mu    sync.Mutex
	moves int
	put   func(version int64)
	next  int64
}

func (m *moving) Callers(ctx context.Context, project string, q queries.NeighbourQuery) (queries.Neighbours, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.moves > 0 {
		m.moves--
		m.next += 2
		m.put(m.next)
	}
	return m.Reader.Callers(ctx, project, q)
}

// The reads of one question are of one version: when a publish comes between them the question is asked again.
func TestReadsOfTwoVersionsNeverMix(t *testing.T) {
	for moves, want := range map[int]fault.Kind{0: "", 1: "", 5: "", 100: fault.Unavailable} {
		t.Run(fmt.Sprint(moves), func(t *testing.T) {
			reader := &moving{Reader: memory.New(), moves: moves, next: 2}
			reader.put = func(version int64) {
				text := fmt.Sprintf("file a.py 9\ndef function a.py f 1-2\ndef function a.py g 4-5\na.py::g -CALLS-> a.py::f exact %d", version)
				reader.Reader.Put(queries.Snapshot{Project: "p", Version: version, CreatedAt: time.Now()}, build(t, text), memory.Observations{})
			}
			reader.put(2)
			got, err := queries.New(reader).WithHeads(noHeads{}).Callers(t.Context(), "p", "f", queries.ListOptions{})
			if want != "" {
				if fault.KindOf(err) != want || err == nil {
					t.Fatalf("error %v, want %s", err, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if line := got.Items[0].Sites[0].Line; int64(line) != got.Index.Version {
				t.Errorf("a reply of version %d holds a site of version %d", got.Index.Version, line)
			}
		})
	}
}

// A hub of thousands of callers is counted exactly and shown in part.
func TestHub(t *testing.T) {
	onBoth(t, func(b *bed) {
		g := build(b.T, "file hub.py 9\ndef function hub.py log 1-2\nfile many.py 9000")
		const callers = 1500
		for i := range callers {
			id := fmt.Sprintf("many.py::f%d", i)
			g.Symbols = append(g.Symbols, graph.Symbol{
				ID: id, Path: "many.py", Name: fmt.Sprintf("f%d", i), QualifiedName: fmt.Sprintf("f%d", i), Kind: graph.KindFunction,
				Role: graph.RoleSource, Language: "python", StartLine: 3*i + 1, EndLine: 3*i + 2,
			})
			g.Edges = append(g.Edges, graph.Edge{From: id, To: "hub.py::log", Type: graph.EdgeCalls, Evidence: graph.Exact, Candidates: 1, Lines: []int{3*i + 2}})
		}
		project := neo4jtest.Project(b.T)
		b.put(project, g)
		list := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "log", queries.ListOptions{Limit: 1000}))
		if list.Total != callers || list.Shown != 1000 || list.Cursor == "" {
			b.Errorf("callers: total %d, shown %d", list.Total, list.Shown)
		}
		impact := must[*queries.Impact](b)(b.service.Impact(b.Context(), project, "log", queries.ImpactOptions{}))
		if impact.Total != 1000 || impact.Shown != 50 || !impact.Truncated || impact.Status != queries.Partial {
			b.Errorf("impact: total %d, shown %d, truncated %v, %s %v", impact.Total, impact.Shown, impact.Truncated, impact.Status, impact.Reasons)
		}
	})
}
