//go:build cgo

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// cypher asks the API for a statement.
func (s *service) cypher(statement string, more string) (int, string) {
	s.t.Helper()
	text, err := json.Marshal(statement)
	if err != nil {
		s.t.Fatal(err)
	}
	s.api = strings.TrimSuffix(s.api, "/projects/"+s.project)
	defer func() { s.api += "/projects/" + s.project }()
	return s.get("/cypher", fmt.Sprintf(`{"statement":%s,"project":%q%s}`, text, s.project, more))
}

// TestCypher runs statements by command and over HTTP, which reply with the same documents.
func TestCypher(t *testing.T) {
	s := newService(t)
	for _, c := range []struct {
		statement    string
		exit, status int
		part         string
	}{
		{"MATCH (f:Function {graph: $graph}) WHERE f.name IN ['total', 'reset_set'] RETURN f.id AS id", 0, 200, `"rows":[["shop.py::total"]]`},
		{"MATCH (:Function {graph: $graph, name: 'total'})-[c:CALLS]->() RETURN c", 0, 200, `"from":"shop.py::total","to":"shop.py::price"`},
		{"RETURN 'CREATE (n)' AS create_user // SET", 0, 200, `"columns":["create_user"]`},
		{"CALL db.labels() YIELD label WHERE label = 'Function' RETURN label", 0, 200, `"rows":[["Function"]]`},
		{"EXPLAIN MATCH (n) RETURN n", 0, 200, `AllNodesScan`},
		{"UNWIND range(1, 2000) AS x RETURN x", 0, 200, `"shown":1000,"truncated":true,"reasons":["there are more rows than max_rows"]`},
		{"CALL { CREATE (:X) } RETURN 1", 2, 400, "it writes"},
		{"CALL/**/apoc.load.json('file:///etc/hostname')", 2, 400, "apoc.load.json"},
		{"LOAD CSV FROM 'http://127.0.0.1:1/x' AS r RETURN r", 2, 400, "LOAD CSV"},
		{"FOREACH (i IN [1] | CREATE (:X))", 2, 400, "it writes"},
		{"CALL dbms.listConfig()", 2, 400, "dbms.listConfig"},
		{"MATCH (n) CALL { WITH n DELETE n } IN TRANSACTIONS", 2, 400, "it writes"},
		{"RETURN nonsense(", 2, 400, "Neo4j does not take the statement"},
	} {
		code, stdout, stderr := s.cli("cypher", c.statement, "--json")
		status, body := s.cypher(c.statement, "")
		if code != c.exit || status != c.status || !strings.Contains(body, c.part) {
			t.Errorf("%s: exit %d, status %d, want %d, %d, %s\n%s%s", c.statement, code, status, c.exit, c.status, c.part, stderr, body)
		}
		if diff := cmp.Diff(document(t, stdout+stderr), document(t, body)); diff != "" {
			t.Errorf("%s: CLI and API differ:\n%s", c.statement, diff)
		}
	}
	if code, stdout, _ := s.cli("cypher", "RETURN $text AS text, $n + 1 AS n", "--param", "text=a b", "--param", "n=41"); code != 0 || !strings.Contains(stdout, "a b   42") {
		t.Errorf("parameters: %d %s", code, stdout)
	}
	if code, _, stderr := s.cli("cypher", "RETURN 1", "--param", "x"); code != 2 || !strings.Contains(stderr, "NAME=VALUE") {
		t.Errorf("a parameter without a value: %d %s", code, stderr)
	}
}

// TestEndlessCypher sends a statement that goes on for hours: it ends at its limit with a clear word, and
// questions are answered before and after.
func TestEndlessCypher(t *testing.T) {
	s := newService(t)
	status, body := s.cypher("MATCH (a) OPTIONAL MATCH (a)-[*]->(b) UNWIND range(1, 1000000000) AS x RETURN count(*)", `,"timeout_ms":1500`)
	if status != http.StatusGatewayTimeout || !strings.Contains(body, "did not end within 1.5s") || !strings.Contains(body, "timeout_ms") {
		t.Errorf("got %d %s", status, body)
	}
	if status, body := s.get("/callers?symbol=price", ""); status != http.StatusOK {
		t.Errorf("afterwards: %d %s", status, body)
	}
}
