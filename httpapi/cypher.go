package httpapi

import (
	"context"
	"net/http"
	"time"

	"assay/queries"
)

// Cypher runs reading statements of users; *queries.AdHoc has it.
type Cypher interface {
	Cypher(ctx context.Context, request queries.CypherRequest) (*queries.CypherReply, error)
}

type cypherInput struct {
	Body struct {
		Statement  string         `json:"statement" minLength:"1" maxLength:"65536" doc:"One statement that reads. docs/schema.md has the labels, edges and properties." example:"MATCH (f:Function {graph: $graph})<-[c:CALLS]-() RETURN f.id, count(c) AS calls ORDER BY calls DESC LIMIT 10"`
		Parameters map[string]any `json:"parameters,omitempty" doc:"Values for $names in the statement."`
		Project    string         `json:"project,omitempty" pattern:"^[a-z0-9][a-z0-9._-]{0,63}$" doc:"A loaded project: makes $project (its name) and $graph (the key of its nodes) known to the statement."`
		MaxRows    int            `json:"max_rows,omitempty" minimum:"0" maximum:"10000" doc:"Rows shown; 1,000 when absent or 0."`
		TimeoutMS  int            `json:"timeout_ms,omitempty" minimum:"0" maximum:"30000" doc:"Time for the statement in milliseconds; 10,000 when absent or 0."`
	} `nameHint:"Cypher"`
}

// cypherTime is a little more than the longest statement may take, so that its own limit speaks first.
const cypherTime = timeLimit + 5*time.Second

func addCypher(a *api) {
	if a.Cypher == nil {
		return
	}
	add(a, operation{
		id: "cypher", method: http.MethodPost, path: "/v1/cypher", tag: tagAnswers, time: cypherTime,
		summary: "Run Cypher that reads",
		about:   "Statements that write, read files or the network, or administer are refused. Rows are cut at max_rows and at 8 MiB, and the reply says so.",
	}, func(ctx context.Context, in *cypherInput) (*queries.CypherReply, error) {
		return a.Cypher.Cypher(ctx, queries.CypherRequest{
			Statement: in.Body.Statement, Parameters: in.Body.Parameters, Project: in.Body.Project, MaxRows: in.Body.MaxRows, TimeoutMS: in.Body.TimeoutMS,
		})
	})
}
