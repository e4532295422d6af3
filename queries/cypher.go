package queries

import (
	"context"
	"maps"
	"time"

	"assay/cypher"
	"assay/cypher/adhoc"
)

// CypherRequest is a reading statement of a user.
type CypherRequest struct {
	Statement  string         `json:"statement"`
	Parameters map[string]any `json:"parameters,omitempty"`
	// Project, where it is given, makes $project (its name) and $graph (the key of its published copy) known to the
	// statement.
	Project   string `json:"project,omitempty"`
	MaxRows   int    `json:"max_rows,omitempty"`   // 1,000 when 0; 10,000 at most
	TimeoutMS int    `json:"timeout_ms,omitempty"` // 10,000 when 0; 30,000 at most
}

// CypherReply is what a statement of a user gave.
type CypherReply struct {
	Columns []string `json:"columns"`
	// Rows hold a value for each column. Nodes are {id, labels, properties}, edges {type, from, to, properties}, paths
	// {nodes, edges}; times and points are text, as are whole numbers beyond 2^53 and what JSON has no number for.
	Rows      [][]any  `json:"rows"`
	Shown     int      `json:"shown"`
	Truncated bool     `json:"truncated"`
	Reasons   []string `json:"reasons"` // why there may be more, or why the rows may mix two versions
	Plan      string   `json:"plan,omitempty"`
	TookMS    float64  `json:"took_ms"`
	// Index is the freshness of the project that was named; absent without one.
	Index *Index `json:"index,omitempty"`
}

// AdHoc runs statements of users.
type AdHoc struct {
	service *Service // for the freshness of the project, and to name others when there is none
	reader  *StoreReader
	runner  *adhoc.Runner
}

// NewAdHoc makes it over an open store.
func NewAdHoc(store *cypher.Store) *AdHoc {
	reader := NewStoreReader(store)
	return &AdHoc{service: New(reader), reader: reader, runner: adhoc.New(store)}
}

// Cypher runs a reading statement, within the bounds of package adhoc.
func (a *AdHoc) Cypher(ctx context.Context, request CypherRequest) (*CypherReply, error) {
	run := adhoc.Request{
		Statement: request.Statement, Parameters: request.Parameters, MaxRows: request.MaxRows,
		Timeout: time.Duration(request.TimeoutMS) * time.Millisecond,
	}
	if request.Project == "" {
		result, err := a.runner.Run(ctx, run)
		if err != nil {
			return nil, err
		}
		return cypherReply(result), nil
	}
	return a.inProject(ctx, request.Project, run)
}

// inProject runs a statement with the parameters $project and $graph, and says when the project moved meanwhile.
func (a *AdHoc) inProject(ctx context.Context, project string, run adhoc.Request) (*CypherReply, error) {
	before, graph, err := a.published(ctx, project)
	if err != nil {
		return nil, a.service.unknownProject(ctx, project, err)
	}
	params := map[string]any{"project": project, "graph": graph}
	maps.Copy(params, run.Parameters)
	run.Parameters = params
	result, err := a.runner.Run(ctx, run)
	if err != nil {
		return nil, err
	}
	reply := cypherReply(result)
	index := a.service.index(ctx, before)
	reply.Index = &index
	if after, _, err := a.published(ctx, project); err != nil || after.Version != before.Version {
		reply.Reasons = append(reply.Reasons, "the project was published while the statement ran: the rows may mix two versions")
	}
	return reply, nil
}

// published is the published version of a project and the key of its copy.
func (a *AdHoc) published(ctx context.Context, project string) (snapshot Snapshot, graph string, err error) {
	snapshot, err = a.reader.consistent(ctx, cypher.ReadPublished, project, cypher.Params{}, func(row cypher.Row) { graph = row.String("graph") })
	return snapshot, graph, err
}

func cypherReply(result *adhoc.Result) *CypherReply {
	reply := &CypherReply{
		Columns: append([]string{}, result.Columns...), Rows: result.Rows, Shown: len(result.Rows), Truncated: result.Truncated,
		Reasons: []string{}, Plan: result.Plan, TookMS: float64(result.Took.Microseconds()) / 1000,
	}
	switch {
	case result.Cut != "":
		reply.Reasons = append(reply.Reasons, result.Cut)
	case result.Truncated:
		reply.Reasons = append(reply.Reasons, "there are more rows than max_rows")
	}
	if result.Profile {
		reply.Reasons = append(reply.Reasons, "PROFILE was left out; EXPLAIN gives the plan")
	}
	return reply
}
