package jobs

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"assay/cypher"
	"assay/internal/config"
	"assay/internal/fault"
)

// cursor is where a list goes on: behind this job.
type cursor struct {
	Time int64  `json:"t"` // created_at, epoch ms
	ID   string `json:"i"`
}

// List gives a page of the jobs, newest first. Its items have neither log nor report.
func (s *Service) List(ctx context.Context, filter Filter) (*List, error) {
	params, err := filter.params()
	if err != nil {
		return nil, err
	}
	list := &List{Items: []Job{}}
	err = s.store.Read(ctx, cypher.ReadJobs, params, func(row cypher.Row) error {
		list.Total = row.Int("total")
		now := time.UnixMilli(row.Int64("now"))
		for _, found := range row.Maps("jobs") {
			job, err := decode(found, now)
			if err != nil {
				return err
			}
			list.Items = append(list.Items, job)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the jobs: %w", err)
	}
	list.cut(params["limit"].(int) - 1)
	return list, nil
}

// cut drops the job that was read only to know whether there is more.
func (l *List) cut(limit int) {
	if len(l.Items) > limit {
		l.Items = l.Items[:limit]
		l.Truncated = true
		l.Cursor = l.Items[limit-1].cursor()
	}
	l.Shown = len(l.Items)
}

func (j Job) cursor() string {
	raw, err := json.Marshal(cursor{Time: j.CreatedAt.UnixMilli(), ID: j.ID})
	if err != nil { // a struct of a number and a text always encodes
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

func (f Filter) params() (cypher.Params, error) {
	params := cypher.Params{"project": nil, "state": nil, "before_time": nil, "before_id": nil}
	switch {
	case f.Limit == 0:
		f.Limit = DefaultLimit
	case f.Limit < 0 || f.Limit > MaxLimit:
		return nil, fault.New(fault.Invalid, "the limit is %d; it must be between 1 and %d", f.Limit, MaxLimit)
	}
	params["limit"] = f.Limit + 1
	if f.Project != "" {
		if err := config.CheckProject(f.Project); err != nil {
			return nil, err
		}
		params["project"] = f.Project
	}
	if f.State != "" {
		if !slices.Contains(States, f.State) {
			return nil, fault.New(fault.Invalid, "there is no state %s of a job", config.Quote(string(f.State))).Fix("use one of %v", States)
		}
		params["state"] = string(f.State)
	}
	if f.Cursor == "" {
		return params, nil
	}
	var c cursor
	raw, err := base64.RawURLEncoding.DecodeString(f.Cursor)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil || c.ID == "" {
		return nil, fault.New(fault.Invalid, "the cursor is not one of a list of jobs").Fix("ask without a cursor").Because(err)
	}
	params["before_time"], params["before_id"] = c.Time, c.ID
	return params, nil
}
