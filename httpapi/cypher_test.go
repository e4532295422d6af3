package httpapi_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/fault"
	"assay/queries"
)

// fakeCypher replies with the request.
type fakeCypher struct{}

func (fakeCypher) Cypher(_ context.Context, request queries.CypherRequest) (*queries.CypherReply, error) {
	if strings.HasPrefix(request.Statement, "CREATE") {
		return nil, fault.New(fault.Invalid, "the statement is refused: it writes")
	}
	text, err := json.Marshal(request)
	return &queries.CypherReply{Columns: []string{"request"}, Rows: [][]any{{string(text)}}, Shown: 1, Reasons: []string{}}, err
}

func TestCypher(t *testing.T) {
	url := start(t, &fake{}, io.Discard, nil) + "/v1/cypher"
	status, _, body := send(t, newRequest(t, "POST", url,
		`{"statement":"RETURN $a","parameters":{"a":[1,"x",null]},"project":"shop","max_rows":5,"timeout_ms":250}`))
	want := `{"columns":["request"],"rows":[["{\"statement\":\"RETURN $a\",\"parameters\":{\"a\":[1,\"x\",null]},\"project\":\"shop\",\"max_rows\":5,\"timeout_ms\":250}"]],"shown":1,"truncated":false,"reasons":[],"took_ms":0}` + "\n"
	if diff := cmp.Diff(want, body); status != http.StatusOK || diff != "" {
		t.Errorf("%d %s", status, diff)
	}
	for _, bad := range []string{
		`{"statement":"CREATE (n)"}`, `{}`, `{"statement":""}`, `{"statement":1}`, `{"statement":"RETURN 1","parameters":[]}`, `{"statement":"RETURN 1","project":"../x"}`,
		`{"statement":"RETURN 1","max_rows":-1}`, `{"statement":"RETURN 1","max_rows":1000000000}`, `{"statement":"RETURN 1","max_rows":"3"}`,
		`{"statement":"RETURN 1","timeout_ms":30001}`, `{"statement":"RETURN 1","timeout_ms":-1}`, `{"statement":"RETURN 1","unknown":1}`,
		`{"statement":"` + strings.Repeat("x", 65_537) + `"}`, `[]`, `x`, `{"statement":"RETURN 1"}{}`,
	} {
		status, header, body := send(t, newRequest(t, "POST", url, bad))
		if status != http.StatusBadRequest || header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%.100s: %d %s", bad, status, body)
		}
	}
}
