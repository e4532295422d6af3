package adhoc

import (
	"testing"

	"assay/cypher/cyphertest"
	"assay/internal/neo4jtest"
)

// TestPlanAloneRefuses leaves the rules for the text out: the plan, also where it hides a sub-query inside of an
// expression, must refuse by itself.
func TestPlanAloneRefuses(t *testing.T) {
	store := cyphertest.Open(t, neo4jtest.Shared(t))
	for _, text := range []string{
		"LOAD CSV FROM 'file:///etc/hostname' AS r RETURN r",
		"LO\\u0041D CSV FROM 'file:///etc/hostname' AS r RETURN r",
		"CALL () { LOAD CSV FROM 'file:///etc/hostname' AS row RETURN row } OPTIONAL MATCH (p:Project {name: row[0]}) RETURN row, p",
		"RETURN [x IN [1] | COLLECT { LOAD CSV WITH HEADERS FROM 'file:///etc/hostname' AS r RETURN r }] AS a",
		"RETURN CASE WHEN rand() > 2 THEN 1 ELSE EXISTS { LOAD CSV FROM 'file:///etc/hostname' AS r RETURN r } END AS a",
		"MATCH (p) RETURN [(p)-->(q) | COUNT { LOAD CSV FROM 'file:///etc/hostname' AS r RETURN r }] AS a",
		"MATCH (p) WITH p ORDER BY [x IN [1] | COUNT { LOAD CSV FROM 'file:///etc/hostname' AS r RETURN r }] LIMIT 1 RETURN p",
		"MATCH (p) RETURN reduce(s = 0, x IN [1, 2] | s + COUNT { CALL dbms.listConfig() YIELD name RETURN name }) AS a",
		"MATCH (p) WHERE all(x IN [1] WHERE EXISTS { CALL db.clearQueryCaches() YIELD value RETURN value }) RETURN p",
		"CALL db.clearQueryCaches()", "CALL db.createLabel('X')", "SHOW SETTINGS", "SHOW TRANSACTIONS", "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
		"SHOW USERS", "CREATE USER x SET PASSWORD 'longenough'", "CREATE (n)", "CALL { CREATE (:X) } RETURN 1", "MATCH (n) CALL (n) { RETURN 1 AS one } IN TRANSACTIONS RETURN one",
	} {
		r := &run{store: store, text: statement{text: text}, request: Request{Timeout: MaxTimeout}}
		if _, err := r.explain(t.Context()); err == nil {
			t.Errorf("the plan passed: %s", text)
		}
	}
}

// TestPlanIsReadWhole refuses tables that lack an operator or that are broken.
func TestPlanIsReadWhole(t *testing.T) {
	const border, head = "+-----------+----+---------+\n", "| Operator  | Id | Details |\n"
	whole := "Planner COST\n\n" + border + head + border + "| +Apply    |  0 |         |\n| |\\        +----+---------+\n| | +Limit  |  1 | x | y   |\n| |         |    | z       |\n| +Argument |  3 | a       |\n" + border + "\nTotal\n"
	operators, err := readPlan(whole)
	if err != nil || len(operators) != 3 || operators[1].details != "x|yz" || operators[1].name != "Limit" {
		t.Errorf("got %+v, %v", operators, err)
	}
	for name, text := range map[string]string{
		"nothing":       "",
		"no operators":  border + head + border,
		"a gap":         border + head + border + "| +Apply    |  0 |         |\n| +Argument |  2 | a       |\n" + border,
		"a large gap":   border + head + border + "| | +Limit  |  0 |         |\n| +Argument |  3 | a       |\n" + border,
		"out of order":  border + head + border + "| +Apply    |  1 |         |\n| +Argument |  0 | a       |\n" + border,
		"a short line":  border + head + border + "| +Apply    |  0 |        |\n" + border,
		"no number":     border + head + border + "| +Apply    |    |         |\n" + border,
		"a word before": border + head + border + "| x +Apply  |  0 |         |\n" + border,
	} {
		if operators, err := readPlan(text); err == nil {
			t.Errorf("%s: read as %+v", name, operators)
		}
	}
}
