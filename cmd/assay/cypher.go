package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/internal/fault"
	"assay/queries"
)

// maxCypherInput bounds a statement from standard input, in bytes; longer ones are refused anyway.
const maxCypherInput = 1 << 20

func newCypher(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "cypher STATEMENT|-", Short: "Run Cypher of your own that reads", Args: cobra.ExactArgs(1),
		Long: `Run Cypher of your own that reads; - takes the statement from standard input. With --project the statement knows
$project, its name, and $graph, the key of its nodes. Statements that write, read files or the network, or administer
are refused. docs/schema.md has the labels, edges and properties.`,
		Example: `  assay cypher --project shop 'MATCH (f:Function {graph: $graph})<-[:CALLS]-() RETURN f.id, count(*) LIMIT 10'
  assay cypher --param name=total 'MATCH (f:Function {name: $name}) RETURN f.id'`,
	}
	var request queries.CypherRequest
	cmd.Flags().IntVar(&request.MaxRows, "max-rows", 0, "show at most `N` rows, up to 10000 (default 1000)")
	timeout := cmd.Flags().Duration("timeout", 0, "time for the statement as a `DURATION` such as 500ms, at most 30s (default 10s)")
	params := cmd.Flags().StringArray("param", nil, "parameter as `NAME=VALUE`; the value is JSON, or else text; repeat it for several")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		request.Project = a.config.Project
		request.TimeoutMS = int(timeout.Milliseconds())
		if *timeout > 0 && *timeout < time.Millisecond {
			request.TimeoutMS = 1
		}
		if request.Parameters, err = readParams(*params); err != nil {
			return err
		}
		if request.Statement, err = a.statement(args[0]); err != nil {
			return err
		}
		session, err := a.connect(cmd.Context())
		if err != nil {
			return err
		}
		defer session.close(cmd.Context())
		reply, err := session.cypher.Cypher(cmd.Context(), request)
		if err != nil {
			return err
		}
		return a.show(reply, func(p *printer) { showCypher(p, reply) })
	}
	return cmd
}

// statement is the argument, or standard input for a hyphen.
func (a *app) statement(argument string) (string, error) {
	if argument != "-" {
		return argument, nil
	}
	text, err := io.ReadAll(io.LimitReader(a.in, maxCypherInput))
	if err != nil {
		return "", fmt.Errorf("read the statement from standard input: %w", err)
	}
	return string(text), nil
}

// readParams reads NAME=VALUE.
func readParams(given []string) (map[string]any, error) {
	params := map[string]any{}
	for _, one := range given {
		name, text, found := strings.Cut(one, "=")
		if !found || name == "" {
			return nil, fault.New(fault.Invalid, "--param %.80s is not NAME=VALUE", one).Fix("for example: --param name=total --param limit=5")
		}
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var value any
		if err := decoder.Decode(&value); err != nil || decoder.More() {
			value = text
		}
		params[name] = value
	}
	return params, nil
}

func showCypher(p *printer, reply *queries.CypherReply) {
	if reply.Plan != "" {
		p.line("%s", reply.Plan)
	}
	rows := make([][]string, len(reply.Rows))
	for i, row := range reply.Rows {
		rows[i] = make([]string, len(row))
		for j, value := range row {
			rows[i][j] = cell(value)
		}
	}
	p.table(reply.Columns, rows)
	p.line("%d rows in %.0f ms", reply.Shown, reply.TookMS)
	for _, reason := range reply.Reasons {
		p.line("  %s", reason)
	}
	if reply.Index != nil {
		showIndex(p, *reply.Index)
	}
}

// cell shows a value: text as it is, all else as JSON.
func cell(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Sprint(value)
	}
	return strings.TrimSpace(text.String())
}
