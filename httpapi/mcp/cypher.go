package mcp

import (
	"context"
	"encoding/json"

	"assay/internal/config"
	"assay/queries"
)

type cypherInput struct {
	Statement  string         `json:"statement" jsonschema:"one statement that reads; $project and $graph are known when project is given"`
	Parameters map[string]any `json:"parameters,omitempty" jsonschema:"values for $names in the statement"`
	Project    string         `json:"project,omitempty" jsonschema:"a loaded project: makes $project (its name) and $graph (the key of its nodes) known to the statement"`
	MaxRows    int            `json:"max_rows,omitempty" jsonschema:"rows shown, at most 10000; 1000 when left out"`
	TimeoutMS  int            `json:"timeout_ms,omitempty" jsonschema:"time in milliseconds, at most 30000; 10000 when left out"`
}

func addCypher(t *tools) {
	add(t, tool{
		name: "cypher", title: "Cypher that reads",
		about: `Run your own reading Cypher on the graph, for what no other tool answers. Labels: File, Package, Symbol with Class, Function or Variable, Test, Name, External. Edges: CONTAINS, DEFINES, IMPORTS, CALLS, REFERENCES, MAY_CALL, INHERITS, RUNS, TESTS, USES_FIXTURE. Begin with nodes of the project: MATCH (f:Function {graph: $graph, name: 'total'})<-[c:CALLS]-(caller) RETURN caller.id, c.lines. Statements that write are refused.`,
	}, func(ctx context.Context, c call, in cypherInput) (*queries.CypherReply, error) {
		if in.Project != "" {
			if err := config.CheckProject(in.Project); err != nil {
				return nil, err
			}
		}
		return c.Cypher.Cypher(ctx, queries.CypherRequest{
			Statement: in.Statement, Parameters: in.Parameters, Project: in.Project, MaxRows: in.MaxRows, TimeoutMS: in.TimeoutMS,
		})
	}, func(s *summary, reply *queries.CypherReply) {
		s.line("rows: shown %d, truncated %t, columns %v", reply.Shown, reply.Truncated, reply.Columns)
		s.items(len(reply.Rows), func(i int) string {
			text, _ := json.Marshal(reply.Rows[i]) // it was sized as JSON when it was read
			return string(text)
		})
		if reply.Plan != "" {
			s.line("%s", reply.Plan)
		}
		s.reasons(reply.Reasons)
		if reply.Index != nil {
			s.index(*reply.Index)
		}
	})
}
