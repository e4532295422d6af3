package neo4j

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Errors of a probe that waiting does not mend.
var (
	// ErrPassword means that the server answers but refuses the password.
	ErrPassword = errors.New("the server refuses the password")
	// ErrDatabase means that the server runs but could not open its database.
	ErrDatabase = errors.New("the server could not open its database")
	// ErrStopped means that the database ran and then gave up, as it does when its disk is full.
	ErrStopped = errors.New("the database has failed and needs a restart")
)

// Neo4j's codes.
const (
	unavailable = "DatabaseUnavailable"    // a database that is not there yet, or failed to open
	stopped     = "TransactionStartFailed" // a database that ran and met a critical error
)

// HTTPProbe runs one query over Neo4j's HTTP query API.
func HTTPProbe(ctx context.Context, address Address) error {
	_, err := Query(ctx, address, "RETURN 1")
	switch {
	case err == nil:
		return nil
	case strings.Contains(err.Error(), stopped):
		return fmt.Errorf("%w: %w", ErrStopped, err)
	case !strings.Contains(err.Error(), unavailable):
		return err
	}
	system := address
	system.Database = "system"
	rows, _ := Query(ctx, system, "SHOW DEFAULT DATABASE YIELD currentStatus, statusMessage")
	if len(rows) == 1 && len(rows[0]) == 2 && rows[0][0] == "offline" && rows[0][1] != "" {
		return fmt.Errorf("%w: %v", ErrDatabase, rows[0][1])
	}
	return err
}

// Query runs a Cypher statement over Neo4j's HTTP query API and gives its rows. It is for questions about the server
// itself; the graph is read and written by package cypher.
func Query(ctx context.Context, address Address, statement string) ([][]any, error) {
	request, err := queryRequest(ctx, address, statement)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("ask Neo4j: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("ask Neo4j: %w", err)
	}
	return readReply(response.StatusCode, body)
}

func queryRequest(ctx context.Context, address Address, statement string) (*http.Request, error) {
	body, err := json.Marshal(map[string]string{"statement": statement})
	if err != nil {
		return nil, fmt.Errorf("ask Neo4j: %w", err)
	}
	target := address.HTTP + "/db/" + url.PathEscape(address.Database) + "/query/v2"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader(string(body)))
	if err != nil {
		return nil, fmt.Errorf("ask Neo4j: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if address.Username != "" {
		request.SetBasicAuth(address.Username, address.Password)
	}
	return request, nil
}

func readReply(status int, body []byte) ([][]any, error) {
	if status == http.StatusUnauthorized {
		return nil, ErrPassword
	}
	var reply struct {
		Data   struct{ Values [][]any }
		Errors []struct{ Code, Message string }
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return nil, fmt.Errorf("Neo4j answered with status %d and no JSON: %w", status, err)
	}
	if len(reply.Errors) > 0 {
		return nil, fmt.Errorf("Neo4j answered with status %d: %s: %s", status, reply.Errors[0].Code, reply.Errors[0].Message)
	}
	if status >= http.StatusBadRequest {
		return nil, fmt.Errorf("Neo4j answered with status %d", status)
	}
	return reply.Data.Values, nil
}
