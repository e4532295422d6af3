package jobs

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"assay/cypher"
	"assay/cypher/lease"
)

// decode makes a job of its properties.
func decode(row cypher.Row, now time.Time) (Job, error) {
	job := Job{
		ID: row.String("id"), Kind: Kind(row.String("kind")), Project: row.String("project"), Root: row.String("root"),
		Host: row.String("host"), State: State(row.String("state")), Attempt: row.Int("attempt"), MaxAttempts: row.Int("max_attempts"),
		CreatedAt: at(row, "created_at"), StartedAt: at(row, "started_at"), FinishedAt: at(row, "finished_at"),
	}
	if err := json.Unmarshal([]byte(row.String("options")), &job.Options); err != nil {
		return job, fmt.Errorf("options of the job %s: %w", job.ID, err)
	}
	if available := at(row, "available_at"); job.State == Queued && available.After(now) {
		job.NotBefore = available
	}
	if job.State == Running {
		job.CancelRequested = row.BoolOr("cancel", false)
		job.Worker = lease.Describe(row.StringOr("lease_owner", ""))
		job.Progress = progress(row)
	}
	if message := row.StringOr("error_message", ""); message != "" {
		job.Error = &Failure{Kind: row.String("error_kind"), Message: message, Fixes: row.Strings("error_fixes")}
	}
	if report := row.StringOr("report", ""); report != "" {
		job.Report = json.RawMessage(report)
	}
	for _, text := range row.Strings("log") {
		job.Log = append(job.Log, line(text))
	}
	return job, row.Err()
}

func progress(row cypher.Row) *Progress {
	phase := row.StringOr("phase", "")
	if phase == "" {
		return nil
	}
	return &Progress{Phase: phase, Done: row.IntOr("done", 0), Total: row.IntOr("total", 0), Rate: math.Round(10*row.Float("rate")) / 10}
}

// at reads a time in epoch milliseconds; null gives the zero time.
func at(row cypher.Row, column string) time.Time {
	ms := row.Int64Or(column, 0)
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// line reads a stored line of a log: epoch milliseconds, a blank, the text.
func line(stored string) Line {
	stamp, text, _ := strings.Cut(stored, " ")
	ms, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return Line{Text: stored}
	}
	return Line{At: time.UnixMilli(ms).UTC(), Text: text}
}
