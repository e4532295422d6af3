package adhoc_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/cypher/adhoc"
	"assay/cypher/cyphertest"
	"assay/internal/neo4jtest"
)

// Numbers of the hostile texts. The seed makes a run repeatable.
const (
	hostileTexts   = 10_000
	hostileSeed    = 20250602
	hostileClients = 4
)

// TestHostileTexts sends texts that write, read files or the network, or administer, in many disguises. None passes,
// nothing changes, and nothing reaches a listener that they name.
func TestHostileTexts(t *testing.T) {
	server := neo4jtest.StartOwn(t)
	runner := adhoc.New(cyphertest.Open(t, server.Address))
	cyphertest.Run(t, server.Address, "CREATE (:Function {name: 'f', graph: 'g', id: 'x'})-[:CALLS {evidence: 'exact'}]->(:Function {name: 'g'})", nil)
	canary := listen(t)
	before := state(t, server.Address)
	g := &generator{random: rand.New(rand.NewPCG(hostileSeed, hostileSeed)), canary: canary.address}
	texts := make(chan string)
	go func() {
		defer close(texts)
		for range hostileTexts {
			texts <- g.text()
		}
	}()
	var refusedTexts atomic.Int64
	var clients sync.WaitGroup
	for range hostileClients {
		clients.Go(func() {
			for text := range texts {
				_, err := runner.Run(t.Context(), adhoc.Request{Statement: text, Timeout: adhoc.MaxTimeout})
				switch {
				case err == nil:
					t.Errorf("passed: %s", text)
				case isRefusal(err):
					refusedTexts.Add(1)
				default:
					t.Errorf("%s\n  ended with %v", text, err)
				}
			}
		})
	}
	clients.Wait()
	if refusedTexts.Load() != hostileTexts {
		t.Errorf("%d of %d were refused", refusedTexts.Load(), hostileTexts)
	}
	if diff := cmp.Diff(before, state(t, server.Address)); diff != "" {
		t.Errorf("the database changed:\n%s", diff)
	}
	if n := canary.reached.Load(); n != 0 {
		t.Errorf("the listener was reached %d times", n)
	}
	t.Logf("by kind: %v", g.made)
}

// isRefusal tells a refusal of the text from an accident on the way.
func isRefusal(err error) bool {
	for _, words := range []string{"refused", "Neo4j does not take", "ends inside", "is empty", "UTF-8"} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}

// state is what a write could have changed.
func state(t *testing.T, address neo4jtest.Address) map[string]any {
	t.Helper()
	rows := map[string]any{}
	for name, text := range map[string]string{
		"nodes":       "MATCH (n) RETURN labels(n) AS labels, properties(n) AS props ORDER BY elementId(n)",
		"edges":       "MATCH ()-[r]->() RETURN type(r) AS type, properties(r) AS props ORDER BY elementId(r)",
		"indexes":     "SHOW INDEXES YIELD name, state RETURN name, state ORDER BY name",
		"constraints": "SHOW CONSTRAINTS YIELD name RETURN name ORDER BY name",
		"users":       "SHOW USERS YIELD user RETURN user ORDER BY user",
	} {
		rows[name] = cyphertest.Run(t, address, text, nil)
	}
	return rows
}

// listener counts who comes.
type listener struct {
	address string
	reached atomic.Int64
}

func listen(t *testing.T) *listener {
	t.Helper()
	socket, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{address: socket.Addr().String()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			connection, err := socket.Accept()
			if err != nil {
				return
			}
			l.reached.Add(1)
			_ = connection.SetDeadline(time.Now().Add(time.Second))
			_, _ = fmt.Fprint(connection, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na,b")
			_ = connection.Close()
		}
	}()
	t.Cleanup(func() { _ = socket.Close(); <-done })
	return l
}

// generator makes hostile texts: a deed, put into a place where it may hide, in a disguise.
type generator struct {
	random *rand.Rand
	canary string
	made   map[string]int
}

func (g *generator) text() string {
	if g.made == nil {
		g.made = map[string]int{}
	}
	kind, text := g.deed()
	g.made[kind]++
	for range g.random.IntN(2) {
		text = g.before(text)
	}
	return g.disguise(text)
}

func (g *generator) pick(of ...string) string { return of[g.random.IntN(len(of))] }

// deed is a statement that does harm, and its kind.
func (g *generator) deed() (kind, text string) {
	kinds := []string{"write", "write", "nested write", "load", "nested load", "nested load", "procedure", "nested procedure", "function", "administer", "transactions", "several", "use"}
	switch kind = kinds[g.random.IntN(len(kinds))]; kind {
	case "write":
		return kind, g.write()
	case "nested write":
		return kind, g.inSubquery(g.write())
	case "load":
		return kind, g.load() + " RETURN row"
	case "nested load":
		return kind, g.inExpression(g.load() + " RETURN row")
	case "procedure":
		return kind, g.procedure()
	case "nested procedure":
		return kind, g.inExpression(g.yielding() + " RETURN 1 AS one")
	case "function":
		return kind, g.function()
	case "administer":
		return kind, g.administer()
	case "transactions":
		return kind, g.transactions()
	case "several":
		return kind, g.pick("RETURN 1", "MATCH (n) RETURN n", "CALL db.labels()") + g.pick(";", " ; ", ";\n", ";/**/", ";;") + g.write()
	default:
		return kind, "USE " + g.pick("system SHOW USERS", "neo4j MATCH (n) RETURN n", "graph.byName('system') MATCH (n) RETURN n", "system CREATE USER a SET PASSWORD 'longenough'")
	}
}

func (g *generator) write() string {
	x := fmt.Sprintf("X%d", g.random.IntN(50))
	return strings.ReplaceAll(g.pick(
		"CREATE (n:@)", "CREATE (n:@) RETURN n", "MERGE (n:@ {a: 1}) RETURN n", "MATCH (n) SET n.@ = 1", "MATCH (n) SET n:@ RETURN n", "MATCH (n) SET n += {a: 1}",
		"MATCH (n) REMOVE n.name", "MATCH (n) REMOVE n:Function", "MATCH (n) DETACH DELETE n", "MATCH ()-[r]->() DELETE r", "MATCH (n) NODETACH DELETE n",
		"FOREACH (i IN [1] | CREATE (:@))", "FOREACH (i IN range(1, 3) | FOREACH (j IN [i] | MERGE (:@ {j: j})))", "MATCH (a), (b) CREATE (a)-[:@]->(b)", "MATCH (a) MERGE (a)-[:@]->(a)",
		"UNWIND [1, 2] AS i CREATE (n:@ {i: i}) RETURN n", "MATCH (n) SET n:$('@')", "CREATE (n:$('@'))", "INSERT (n:@)", "MATCH (n) WITH n LIMIT 1 SET n.x = 'RETURN 1' RETURN n.x",
		"MERGE (n:@) ON CREATE SET n.a = 1 ON MATCH SET n.a = 2", "CREATE INDEX @ FOR (n:@) ON (n.a)", "CREATE CONSTRAINT @ FOR (n:@) REQUIRE n.a IS UNIQUE", "DROP INDEX function_id", "CREATE FULLTEXT INDEX @ FOR (n:@) ON EACH [n.a]",
	), "@", x)
}

// inSubquery puts a write where a statement may hold one.
func (g *generator) inSubquery(write string) string {
	if !strings.Contains(write, "RETURN") {
		return g.pick("CALL { "+write+" } RETURN 1", "CALL () { "+write+" } RETURN 1 AS one", "MATCH (m) CALL { "+write+" } RETURN m", "OPTIONAL CALL () { "+write+" } RETURN 1", "CALL { CALL { "+write+" } } RETURN 1")
	}
	return g.pick("CALL { "+write+" } RETURN 1", "RETURN 1 AS n UNION "+write, write+" UNION RETURN 1 AS n", "RETURN EXISTS { "+write+" } AS x", "RETURN [i IN [1] | COUNT { "+write+" }] AS x", "RETURN COLLECT { "+write+" } AS x")
}

func (g *generator) load() string {
	address := g.pick("file:///etc/hostname", "file:///etc/passwd", "http://"+g.canary+"/x.csv", "https://"+g.canary+"/x", "ftp://"+g.canary+"/x", "file:/etc/hostname", "http://127.1:"+port(g.canary)+"/", "http://[::ffff:127.0.0.1]:"+port(g.canary)+"/")
	quote := g.pick("'", "\"")
	return g.pick("LOAD CSV FROM ", "LOAD CSV WITH HEADERS FROM ", "load csv from ", "Load Csv From ") + quote + address + quote + " AS row" + g.pick("", " FIELDTERMINATOR ';'")
}

func port(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return port
}

// inExpression puts a sub-query where the plan shows its operators, and where it does not.
func (g *generator) inExpression(query string) string {
	subquery := g.pick("COLLECT", "COUNT", "EXISTS", "collect", "Exists") + g.pick(" {", "{", "/**/{ ", "\n{ ") + query + " }"
	return strings.ReplaceAll(strings.ReplaceAll(g.place(), "@", subquery), "#", query)
}

// place is where a sub-query stands: @ an expression, # a clause.
func (g *generator) place() string {
	return g.pick(
		"RETURN @ AS x", "RETURN [i IN [1] | @] AS x", "RETURN CASE WHEN rand() > 2 THEN 1 ELSE @ END AS x", "MATCH (p:Function) RETURN reduce(s = 0, i IN [1, 2] | @) AS x",
		"MATCH (p) WHERE all(i IN [1] WHERE @ IS NOT NULL) RETURN p", "MATCH (p) WITH p ORDER BY @ RETURN p", "MATCH (p) WHERE @ IS NOT NULL RETURN p", "RETURN {a: @} AS m", "RETURN coalesce(null, [@]) AS l",
		"UNWIND [@] AS x RETURN x", "RETURN 1 AS x LIMIT toInteger(size(toString(@)))", "MATCH (a)-[r*1..2 {w: @}]->(b) RETURN b", "MATCH (a) WHERE any(i IN [1] WHERE [j IN [i] | @][0] = i) RETURN a",
		"RETURN [(a)-->(b) WHERE @ IS NOT NULL | b] AS x", "RETURN [(a)-->(b) | @] AS x", "CALL () { RETURN @ AS y } RETURN y", "MATCH (a) WHERE a.x = @ OR a.y = 1 RETURN a", "CALL () { # } RETURN 1", "CALL () { # } OPTIONAL MATCH (p:Project) RETURN p",
	)
}

func (g *generator) name() string {
	return g.pick("apoc.load.json", "apoc.cypher.runWrite", "apoc.periodic.iterate", "apoc.trigger.install", "apoc.export.csv.all", "apoc.systemdb.graph", "dbms.listConfig", "dbms.killConnection", "dbms.security.createUser",
		"dbms.queryJmx", "dbms.setConfigValue", "db.clearQueryCaches", "db.createLabel", "db.createProperty", "db.checkpoint", "db.awaitIndexes", "db.prepareForReplanning", "db.create.setNodeVectorProperty",
		"gds.graph.project", "gds.graph.drop", "gds.graph.nodeProperties.write", "gds.pageRank.write", "gds.bfs.stream", "gds.debug.sysInfo", "tx.setMetaData", "tx.getMetaData", "genai.vector.encodeBatch", "db.stats.collect", "dbms.upgrade",
		"dbms.cluster.protocols", "jwt.security.requestAccess", "n10s.rdf.import.fetch", "custom.declareProcedure")
}

// spelled writes a dotted name in one of the ways that mean the same.
func (g *generator) spelled(name string) string {
	parts := strings.Split(name, ".")
	for i := range parts {
		if g.random.IntN(3) == 0 {
			parts[i] = "`" + parts[i] + "`"
		}
	}
	return strings.Join(parts, g.pick(".", ".", " . ", "/**/./**/", ".\n"))
}

func (g *generator) arguments() string {
	return g.pick("()", "('x')", "('file:///etc/hostname')", "('http://"+g.canary+"/')", "('CREATE (n)', {})", "('a', '*', '*')", " ( 'MATCH (n) RETURN n' , 'DETACH DELETE n' , {} ) ")
}

func (g *generator) procedure() string {
	call := g.pick("CALL ", "call ", "CALL/**/", "CALL\n") + g.spelled(g.name())
	return g.pick(call, call+g.arguments(), call+g.arguments()+" YIELD *", "OPTIONAL "+call+g.arguments()+" YIELD value RETURN value", "MATCH (n) "+call+g.arguments()+" YIELD value RETURN n, value")
}

func (g *generator) yielding() string {
	return g.pick("CALL ", "CALL/* */") + g.spelled(g.name()) + g.arguments() + g.pick(" YIELD name", " YIELD value", " YIELD message", "")
}

func (g *generator) function() string {
	call := g.spelled(g.pick("apoc.cypher.runFirstColumnSingle", "apoc.load.text", "apoc.util.sleep", "apoc.node.degree", "apoc.static.get", "gds.graph.exists", "gds.util.asNode", "custom.f", "genai.vector.encode", "apoc.create.uuid")) + g.arguments()
	return strings.ReplaceAll(g.pick("RETURN @ AS x", "MATCH (n) WHERE @ = 1 RETURN n", "RETURN [i IN [1] | @] AS x", "UNWIND @ AS x RETURN x", "MATCH (n {a: @}) RETURN n", "RETURN COUNT { MATCH (n) WHERE @ = 2 } AS x"), "@", call)
}

func (g *generator) administer() string {
	return g.pick("SHOW USERS", "SHOW DATABASES", "SHOW TRANSACTIONS", "SHOW SETTINGS YIELD name, value RETURN name, value", "SHOW SETTINGS 'server.bolt.listen_address'", "SHOW PROCEDURES", "SHOW FUNCTIONS EXECUTABLE", "SHOW PRIVILEGES", "SHOW SERVERS", "SHOW CURRENT USER",
		"TERMINATE TRANSACTIONS 'neo4j-transaction-1'", "SHOW TRANSACTIONS YIELD transactionId AS t TERMINATE TRANSACTIONS t YIELD message RETURN message",
		"CREATE USER u SET PASSWORD 'longenough'", "ALTER USER neo4j SET PASSWORD 'longenough'", "DROP USER neo4j", "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'longenough'", "RENAME USER neo4j TO x",
		"CREATE DATABASE d", "DROP DATABASE neo4j", "STOP DATABASE neo4j", "START DATABASE neo4j", "ALTER DATABASE neo4j SET ACCESS READ ONLY", "CREATE ALIAS a FOR DATABASE neo4j", "GRANT ROLE admin TO x", "DENY READ {*} ON GRAPH * TO PUBLIC",
		"DEALLOCATE DATABASES FROM SERVER 'x'", "ENABLE SERVER 'x'", "DROP CONSTRAINT function_id", "CREATE LOOKUP INDEX x FOR (n) ON EACH labels(n)", "DRYRUN REALLOCATE DATABASES", "CREATE ROLE r")
}

func (g *generator) transactions() string {
	inner := g.pick("RETURN 1 AS one", "MATCH (m) RETURN m", "WITH n DELETE n", "WITH n SET n.a = 1", "CREATE (:X)")
	how := g.pick("IN TRANSACTIONS", "IN TRANSACTIONS OF 10 ROWS", "IN 2 CONCURRENT TRANSACTIONS", "in transactions ON ERROR CONTINUE", "IN TRANSACTIONS REPORT STATUS AS s")
	return "MATCH (n) CALL { " + inner + " } " + how + g.pick("", " RETURN 1", " RETURN n")
}

// before puts something in front of a text.
func (g *generator) before(text string) string {
	return g.pick("EXPLAIN EXPLAIN ", "PROFILE ", "CYPHER 5 ", "CYPHER runtime=interpreted ", "/* RETURN 1 */ ", "// RETURN 1\n", "RETURN 1 UNION ", "\ufeff", "EXPLAIN PROFILE ", "CALL { RETURN 1 AS z } ", "MATCH (z) WITH z LIMIT 1 ", "OPTIONAL MATCH (z:Nothing) WITH z ") + text
}

// disguise spells a text in another way.
func (g *generator) disguise(text string) string {
	switch g.random.IntN(10) {
	case 0: // comments for spaces
		return strings.ReplaceAll(text, " ", g.pick("/**/", " /* RETURN */ ", "//\n"))
	case 1: // other spaces
		return strings.ReplaceAll(text, " ", g.pick("\u00a0", "\u2003", "\u3000", "\t", "\r\n", "\u200b", "\u1680", "\x1c", "\ufeff"))
	case 2: // an escape for a letter
		i := g.random.IntN(len(text))
		return text[:i] + fmt.Sprintf(`\u%04x`, text[i]) + text[i+1:]
	case 3: // full width
		i := g.random.IntN(len(text))
		if c := text[i]; c > ' ' && c < 0x7f {
			return text[:i] + string(rune(c)+0xfee0) + text[i+1:]
		}
		return text
	case 4:
		return strings.ToLower(text)
	case 5: // letters that fold to others
		return strings.NewReplacer("S", "\u017f", "K", "\u212a").Replace(text)
	case 6: // something harmless in front
		return g.pick("/* ' */", "/* \" */", "// `\n", "/*/ */", "/**//**/") + text
	case 8: // a number that touches a keyword
		return strings.NewReplacer("AS one", "AS one LIMIT 1", "LOAD", "WITH 1 AS w LIMIT 5LOAD", "CALL ", "WITH 1 AS w SKIP 0CALL ").Replace(text)
	case 7:
		return text + g.pick(";", " // RETURN 1", " /* */", "\n")
	default:
		return text
	}
}
