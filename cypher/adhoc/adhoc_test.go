package adhoc_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/cypher/adhoc"
	"assay/cypher/cyphertest"
	"assay/internal/fault"
	"assay/internal/neo4jtest"
)

func open(t *testing.T) *adhoc.Runner {
	t.Helper()
	return adhoc.New(cyphertest.Open(t, neo4jtest.Shared(t)))
}

// allowed are reading statements of many shapes: words of writes in names, strings and comments, procedures that read,
// and sub-queries, also inside of expressions.
var allowed = []string{
	"MATCH (f:Function) WHERE f.name IN ['create_user','reset_set'] RETURN f.name",
	"CALL db.labels()",
	"CALL db.labels",
	"call db.labels() yield label return count(label)",
	"CALL db.labels() YIELD label RETURN label UNION CALL db.relationshipTypes() YIELD relationshipType AS label RETURN label",
	"CALL db.propertyKeys() YIELD propertyKey RETURN count(*) AS keys",
	"CALL db.schema.visualization()",
	"CALL db.schema.nodeTypeProperties() YIELD nodeType RETURN DISTINCT nodeType",
	"CALL /* by name */ `db` . `labels`() YIELD label RETURN label LIMIT 1",
	"MATCH (create:Function) WHERE create.name CONTAINS 'DELETE' RETURN create.name AS merge",
	"RETURN 'CREATE (n) SET n.x = 1; DROP INDEX y' AS text // DELETE everything",
	"/* LOAD CSV FROM 'file:///etc/passwd' AS x */ RETURN 1",
	"RETURN \"it's // no comment\" AS text, 'nor /* this' AS other",
	"RETURN 'a\\'b; CREATE (n)' AS text;",
	"MATCH (`set`:Function) RETURN count(`set`) AS `delete from`",
	"RETURN 1.5e3 AS a, 0x1F AS b, 1_000 AS c, [1, 2, 3][0..2] AS d",
	"RETURN {load: 1, csv: 2, call: 3, use: 4, show: 5} AS m",
	"WITH 1 AS load, 2 AS csv RETURN load, csv",
	"MATCH (call:Function) WITH call ORDER BY call.name RETURN call.name LIMIT 3",
	"WITH {show: 1} AS use RETURN use, use.show AS show",
	"MATCH (a:Function)-[:CALLS*1..3]->(b) RETURN count(*)",
	"MATCH p = (a:Function)-[:CALLS*1..2]->(b) RETURN p LIMIT 2",
	"MATCH p = shortestPath((a:Function)-[:CALLS*..4]->(b:Function)) WHERE a <> b RETURN length(p) LIMIT 1",
	"MATCH p = SHORTEST 1 (a:Function)-[:CALLS]->+(b:Function) RETURN length(p) LIMIT 1",
	"MATCH (a:Function) ((x)-[:CALLS]->(y)){1,2} (b) RETURN count(b)",
	"MATCH (a:Function) WHERE EXISTS { (a)-[:CALLS]->(:Function) } RETURN a.name, COUNT { (a)<-[:CALLS]-() } AS callers LIMIT 3",
	"MATCH (a:Function) RETURN a.name, COLLECT { MATCH (a)<-[:CALLS]-(b) RETURN b.name ORDER BY b.name LIMIT 3 } AS callers LIMIT 3",
	"MATCH (p:Project) RETURN [x IN [1, 2] | COUNT { (p)-[:PUBLISHED]->() }] AS n LIMIT 1",
	"MATCH (p:Project) RETURN CASE WHEN EXISTS { (p)-[:PUBLISHED]->(s) WHERE s.version > 2 } THEN 1 ELSE 0 END AS n LIMIT 1",
	"MATCH (a:Project) WITH [x IN range(1, 3) | COLLECT { MATCH (z:File) WHERE z.lines > x RETURN z.path LIMIT 2 }] AS l RETURN size(l) LIMIT 1",
	"MATCH (p:Project) RETURN [(p)-[:CONTAINS]->(q) | q.name] AS names LIMIT 1",
	"MATCH (p:Project) RETURN [x IN [p] | [(x)-[:CONTAINS]->(q) | q.name]] AS names LIMIT 1",
	"MATCH (p:Project) WHERE any(x IN [p] WHERE (x)-[:CONTAINS]->()) RETURN p.name LIMIT 1",
	"MATCH (p:Project) CALL (p) { MATCH (p)-[:PUBLISHED]->(s) RETURN max(s.version) AS v } RETURN p.name, v LIMIT 1",
	"MATCH (p:Project) OPTIONAL CALL (p) { MATCH (p)-[:PUBLISHED]->(s) RETURN s LIMIT 1 } RETURN p.name LIMIT 1",
	"UNWIND range(1, 3) AS x WITH x WHERE x > 1 RETURN collect(x) AS xs, avg(x) AS mean",
	"RETURN date('2025-06-02') AS d, duration.between(date('2025-01-01'), date('2025-06-02')) AS s, datetime.truncate('day', datetime()) AS t",
	"RETURN point.distance(point({x: 0, y: 0}), point({x: 3, y: 4})) AS d",
	"MATCH (f:Function {name: $name}) RETURN f LIMIT $limit",
	"MATCH (a:File) RETURN a.path AS x UNION ALL MATCH (b:Test) RETURN b.path AS x",
	"MATCH (n) RETURN labels(n) AS labels, count(*) AS n ORDER BY n DESC LIMIT 10",
	"MATCH ()-[r]->() RETURN type(r) AS type, count(*) AS n",
	"MATCH ()-[r:CALLS|REFERENCES]->() RETURN count(r)",
	"MATCH (a:Function), (b:Class) WHERE a.path = b.path RETURN count(*)",
	"MATCH (a:Symbol) OPTIONAL MATCH (a)-[r:INHERITS]->(b) RETURN a.id, collect(b.id) ORDER BY a.id SKIP 1 LIMIT 2",
	"MATCH (n:Function) WHERE elementId(n) = 'x' OR n.name STARTS WITH 'a' RETURN n.name LIMIT 1",
	"SHOW INDEXES",
	"SHOW CONSTRAINTS YIELD name RETURN name",
	"EXPLAIN MATCH (n) RETURN n",
	"PROFILE MATCH (n:Project) RETURN n.name LIMIT 1",
	"MATCH (n:Project) FINISH",
	// docs/schema.md
	"MATCH (p:Project {name: 'shop'})\nMATCH (f:Function {graph: p.graph})<-[c:CALLS]-(caller)\nRETURN f.qualified_name, count(c) AS calls ORDER BY calls DESC LIMIT 20",
	`MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  MATCH (f:Function {graph: p.graph, name: $name})<-[:CALLS]-(caller)
  RETURN collect(caller.qualified_name) AS callers
}
WITH version_before, callers
MATCH (q:Project {name: $project})
RETURN version_before, callers, q.version AS version_after`,
}

func TestReadsPass(t *testing.T) {
	runner := open(t)
	params := map[string]any{"name": "f", "limit": 2.0, "project": "p"}
	for _, text := range allowed {
		if _, err := runner.Run(t.Context(), adhoc.Request{Statement: text, Parameters: params}); err != nil {
			t.Errorf("%s\n  %v", text, err)
		}
	}
}

// refused are statements that write, read files or the network, or administer, with a part of the reason.
var refused = [][2]string{
	{"CALL { CREATE (:X) } RETURN 1", "writes"},
	{"CALL/**/apoc.load.json('file:///etc/hostname')", "procedure apoc.load.json"},
	{"CALL/**/apoc.load.json('file:///etc/hostname') YIELD value RETURN value", "procedure apoc.load.json"},
	{"LOAD CSV FROM 'http://127.0.0.1:1/x' AS r RETURN r", "LOAD CSV"},
	{"FOREACH (i IN [1] | CREATE (:X))", "writes"},
	{"CALL dbms.listConfig()", "procedure dbms.listConfig"},
	{"MATCH (n) CALL { WITH n DELETE n } IN TRANSACTIONS", "writes"},
	{"CALL () { LOAD CSV FROM 'file:///etc/hostname' AS row RETURN row } OPTIONAL MATCH (p:Project {name:row[0]}) RETURN row, p", "LOAD CSV"},
	{"RETURN [x IN [1] | COLLECT { LOAD CSV FROM 'file:///etc/hostname' AS r RETURN r }] AS a", "LOAD CSV"},
	{"RETURN CASE WHEN rand() > 2 THEN 1 ELSE COLLECT { LOAD /**/ CSV FROM 'file:///etc/hostname' AS r RETURN r } END AS a", "LOAD CSV"},
	{"MATCH (p) RETURN reduce(s = 0, x IN [1,2] | s + COUNT { CALL dbms.listConfig() YIELD name RETURN name }) AS a", "dbms.listConfig"},
	{"MATCH (p) WHERE all(x IN [1] WHERE EXISTS { CALL `dbms`.killConnection('x') YIELD message RETURN message }) RETURN p", "dbms.killConnection"},
	{"MATCH (n) WITH n LIMIT 5LOAD CSV FROM 'file:///etc/hostname' AS r RETURN r", "LOAD CSV"},
	{"RETURN [x IN [1] | COLLECT { WITH 0LOAD CSV FROM 'file:///etc/hostname' AS r RETURN r }] AS a", "LOAD CSV"},
	{"RETURN '\\u0027 + 1 AS x", "Unicode escape"},
	{"\\u004cOAD CSV FROM 'file:///etc/hostname' AS r RETURN r", "Unicode escape"},
	{"LOAD\u00a0CSV FROM 'file:///etc/hostname' AS r RETURN r", "LOAD CSV"},
	{"LOAD\u200bCSV FROM 'file:///etc/hostname' AS r RETURN r", "LOAD CSV"},
	{"LOAD C\u017fV FROM 'file:///etc/hostname' AS r RETURN r", "LOAD CSV"},
	{"RETURN 1; CREATE (n)", "several statements"},
	{"RETURN 1;;RETURN 2", "several statements"},
	{"USE system SHOW USERS", "USE"},
	{"USE neo4j MATCH (n) RETURN n", "USE"},
	{"CYPHER runtime=slotted RETURN 1", "options"},
	{"/**/CYPHER/**/replan=force CREATE (n)", "options"},
	{"EXPLAIN PROFILE EXPLAIN CREATE (n)", "writes"},
	{"PROFILE CREATE (n)", "writes"},
	{"SHOW TRANSACTIONS", "ShowTransactions"},
	{"SHOW SETTINGS", "ShowSettings"},
	{"SHOW FUNCTIONS", "ShowFunctions"},
	{"SHOW USERS", "the server"},
	{"SHOW DATABASES", "the server"},
	{"TERMINATE TRANSACTION 'neo4j-transaction-1'", "TerminateTransactions"},
	{"CREATE USER x SET PASSWORD 'longenough1'", "the server"},
	{"ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'longenough1'", "the server"},
	{"CREATE INDEX x FOR (n:X) ON (n.x)", "schema"},
	{"DROP CONSTRAINT x IF EXISTS", "schema"},
	{"MERGE (n:X) RETURN n", "writes"},
	{"MATCH (n) SET n:X", "writes"},
	{"MATCH (n) REMOVE n.x", "writes"},
	{"MATCH (n) DETACH DELETE n", "writes"},
	{"MATCH (n) CALL (n) { RETURN 1 AS one } IN TRANSACTIONS RETURN one", "TransactionApply"},
	{"CALL db.clearQueryCaches()", "db.clearQueryCaches"},
	{"CALL db.createLabel('X')", "db.createLabel"},
	{"CALL gds.graph.drop('x')", "gds.graph.drop"},
	{"CALL tx.setMetaData({a: 1})", "tx.setMetaData"},
	{"RETURN apoc.cypher.runFirstColumnSingle('RETURN 1', {}) AS x", "function apoc.cypher.runFirstColumnSingle"},
	{"RETURN `apoc` . /**/ load/**/.`x` (1) AS x", "function apoc.load.x"},
	{"RETURN 'open", "inside of a string"},
	{"RETURN 1 /* open", "inside of a comment"},
	{"RETURN `open", "inside of a name"},
	{"", "empty"},
	{" /* nothing */ ; ", "empty"},
	{"EXPLAIN", "empty"},
	{"hello", "Neo4j does not take"},
	{"RETURN $missing", "Neo4j does not take"},
	{"RETURN \xff", "UTF-8"},
	{strings.Repeat(" ", 1<<16) + "RETURN 1", "limit"},
}

func TestOthersAreRefused(t *testing.T) {
	runner := open(t)
	for _, c := range refused {
		_, err := runner.Run(t.Context(), adhoc.Request{Statement: c[0]})
		if err == nil || fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%.200s\n  got  %v\n  want %s", c[0], err, c[1])
		}
	}
}

func TestBounds(t *testing.T) {
	runner := open(t)
	run := func(statement string, rows int, timeout time.Duration) (*adhoc.Result, error) {
		return runner.Run(t.Context(), adhoc.Request{Statement: statement, MaxRows: rows, Timeout: timeout})
	}
	for rows, want := range map[int]int{0: 1000, 1: 1, 10_000: 10_000} {
		result, err := run("UNWIND range(1, 1000000000) AS x RETURN x", rows, 0)
		if err != nil || len(result.Rows) != want || !result.Truncated {
			t.Errorf("max_rows %d: %v", rows, err)
		}
	}
	if result, err := run("UNWIND range(1, 5) AS x RETURN x", 5, 0); err != nil || result.Truncated || len(result.Rows) != 5 {
		t.Errorf("exactly as many rows as are wanted: %+v %v", result, err)
	}
	for _, bad := range []struct {
		rows    int
		timeout time.Duration
	}{{-1, 0}, {10_001, 0}, {0, -1}, {0, 31 * time.Second}} {
		if _, err := run("RETURN 1", bad.rows, bad.timeout); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	result, err := run("UNWIND range(1, 10000) AS x RETURN range(1, 1000) AS list", 10_000, 0)
	if err != nil || !result.Truncated || !strings.Contains(result.Cut, "MiB") {
		t.Errorf("many bytes: %v", err)
	}
	result, err = run("RETURN range(1, 2000000) AS list", 0, 0)
	if err != nil || !result.Truncated || len(result.Rows) != 0 {
		t.Errorf("one large value: %v", err)
	}
}

// A statement without an end is ended, and others are answered meanwhile.
func TestEndlessStatement(t *testing.T) {
	runner := open(t)
	address, project := neo4jtest.Shared(t), neo4jtest.Project(t)
	cyphertest.Run(t, address, `UNWIND range(1, 12) AS i CREATE (:Endless {project: $p, i: i}) WITH count(*) AS c
		MATCH (a:Endless {project: $p}), (b:Endless {project: $p}) CREATE (a)-[:E]->(b)`, map[string]any{"p": project})
	t.Cleanup(func() {
		cyphertest.Run(t, address, "MATCH (n:Endless {project: $p}) DETACH DELETE n", map[string]any{"p": project})
	})
	ended := make(chan error, 1)
	go func() {
		_, err := runner.Run(t.Context(), adhoc.Request{Statement: "MATCH (a) OPTIONAL MATCH (a)-[*]->(b) RETURN count(*)", Timeout: 2 * time.Second})
		ended <- err
	}()
	for {
		select {
		case err := <-ended:
			if fault.KindOf(err) != fault.Timeout || !strings.Contains(err.Error(), "within 2s") {
				t.Errorf("ended with %v", err)
			}
			return
		default:
			if _, err := runner.Run(t.Context(), adhoc.Request{Statement: "RETURN 1"}); err != nil {
				t.Errorf("meanwhile: %v", err)
			}
		}
	}
}

func TestValues(t *testing.T) {
	runner := open(t)
	address, project := neo4jtest.Shared(t), neo4jtest.Project(t)
	cyphertest.Run(t, address, `CREATE (a:Values {project: $p, id: 'a.py::f', text_gz: $bytes})-[:E {lines: [1, 2]}]->(b:Values {project: $p, name: 'b'})`,
		map[string]any{"p": project, "bytes": []byte{1, 2, 3}})
	t.Cleanup(func() {
		cyphertest.Run(t, address, "MATCH (n:Values {project: $p}) DETACH DELETE n", map[string]any{"p": project})
	})
	nodeA := fmt.Sprintf(`{"id":"a.py::f","labels":["Values"],"properties":{"id":"a.py::f","project":%q,"text_gz":"(3 bytes)"}}`, project)
	nodeB := fmt.Sprintf(`{"id":"b","labels":["Values"],"properties":{"name":"b","project":%q}}`, project)
	edge := `{"type":"E","from":"a.py::f","to":"b","properties":{"lines":[1,2]}}`
	for statement, want := range map[string]string{
		"MATCH (n:Values {project: $p, name: 'b'}) RETURN n":                    nodeB,
		"MATCH (:Values {project: $p})-[e]->() RETURN e":                        edge,
		"MATCH p = (:Values {project: $p})-[e]->() RETURN p":                    `{"nodes":[` + nodeA + "," + nodeB + `],"edges":[` + edge + `]}`,
		"MATCH p = ({name: 'b', project: $p})<-[e]-() RETURN p":                 `{"nodes":[` + nodeB + "," + nodeA + `],"edges":[` + edge + `]}`,
		"MATCH (n:Values {project: $p}) RETURN n.text_gz ORDER BY n.id LIMIT 1": `"AQID"`,
		"RETURN 9007199254740991":                                               `9007199254740991`,
		"RETURN 9223372036854775807":                                            `"9223372036854775807"`,
		"RETURN -9223372036854775808":                                           `"-9223372036854775808"`,
		"RETURN [0.0/0.0, 1.0/0.0, 1.5, null]":                                  `["NaN","+Inf",1.5,null]`,
		"RETURN date('2025-06-02')":                                             `"2025-06-02"`,
		"RETURN localtime('12:50:35.5')":                                        `"12:50:35.5"`,
		"RETURN time('12:50:35.5+01:00')":                                       `"12:50:35.5+01:00"`,
		"RETURN localdatetime('2025-06-02T12:50:35')":                           `"2025-06-02T12:50:35"`,
		"RETURN datetime('2025-06-02T12:50:35+02:00')":                          `"2025-06-02T12:50:35+02:00"`,
		"RETURN datetime('2025-06-02T12:50:35Z')":                               `"2025-06-02T12:50:35Z"`,
		"RETURN datetime('2025-06-02T12:50:35[Europe/Paris]')":                  `"2025-06-02T12:50:35+02:00[Europe/Paris]"`,
		"RETURN duration('P1Y2M3DT4H5M6.5S')":                                   `"P14M3DT14706.500000000S"`,
		"RETURN point({x: 1, y: 2.5})":                                          `"point({srid: 7203, x: 1, y: 2.5})"`,
		"RETURN point({latitude: 1, longitude: 2, height: 3})":                  `"point({srid: 4979, x: 2, y: 1, z: 3})"`,
		"RETURN {a: [true, 'x'], b: {c: null}}":                                 `{"a":[true,"x"],"b":{"c":null}}`,
		"RETURN [$whole, $part, $list, $map]":                                   `[7,7.5,[1,"x"],{"k":2}]`,
		"RETURN $whole + 0":                                                     `7`,
	} {
		params := map[string]any{"p": project, "whole": 7.0, "part": 7.5, "list": []any{1.0, "x"}, "map": map[string]any{"k": json.Number("2")}}
		result, err := runner.Run(t.Context(), adhoc.Request{Statement: statement, Parameters: params})
		if err != nil {
			t.Errorf("%s: %v", statement, err)
			continue
		}
		got, err := json.Marshal(result.Rows[0][0])
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s\n%s", statement, diff)
		}
	}
}
