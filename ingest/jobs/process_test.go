package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"assay/cypher/publish"
	"assay/internal/fault"
)

// childTask makes the test binary the process of a job that behaves as it says.
const childTask = "ASSAY_TEST_JOB"

func TestMain(m *testing.M) {
	if task := os.Getenv(childTask); task != "" {
		if err := Child(context.Background(), os.Stdin, os.Stdout, behave(task)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func behave(task string) func(context.Context, Job, Tell) (any, error) {
	return func(ctx context.Context, job Job, tell Tell) (any, error) {
		tell(Event{Phase: "walk", Done: 1, Total: 1})
		tell(Event{Log: "begun"})
		switch task {
		case "report":
			return map[string]string{"project": job.Project}, nil
		case "large":
			return strings.Repeat("x", MaxReport+1), nil
		case "invalid":
			return nil, fault.New(fault.Invalid, "no such thing").Fix("do this")
		case "held":
			return nil, fault.New(fault.Conflict, "busy").Because(publish.ErrHeld)
		case "crash":
			fmt.Fprintln(os.Stderr, "last words")
			os.Exit(137)
		case "wait":
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}
		return nil, errors.New("no such task")
	}
}

func child(t *testing.T, task string) Process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Process{Command: []string{self}, Env: []string{childTask + "=" + task}}
}

func TestProcess(t *testing.T) {
	for task, c := range map[string]struct {
		report string
		kind   fault.Kind
		words  string
	}{
		"report":  {report: `{"project":"p"}`},
		"large":   {report: `{"truncated":true}`},
		"invalid": {kind: fault.Invalid, words: "no such thing"},
		"held":    {kind: fault.Conflict, words: "busy"},
		"crash":   {kind: fault.Unavailable, words: "the process of the job died: exit status 137"},
	} {
		t.Run(task, func(t *testing.T) {
			var events []Event
			report, err := child(t, task).Run(t.Context(), Job{Project: "p"}, func(e Event) { events = append(events, e) })
			if string(report) != c.report || (err != nil) != (c.kind != "") {
				t.Fatalf("report %s, error %v", report, err)
			}
			if err != nil && (fault.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.words)) {
				t.Errorf("error %v, want %s with %q", err, c.kind, c.words)
			}
			if errors.Is(err, publish.ErrHeld) != (task == "held") {
				t.Errorf("%v is told to be a held lease, or not to be", err)
			}
			if len(events) != 2 || events[0].Phase != "walk" || events[1].Log != "begun" {
				t.Errorf("events %+v", events)
			}
		})
	}
	if _, err := (Process{Command: []string{"/no/such/program"}}).Run(t.Context(), Job{}, nil); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a program that does not exist: %v", err)
	}
}

// The end of the context stops the process by the end of its input.
func TestProcessStops(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	began := time.Now()
	_, err := child(t, "wait").Run(ctx, Job{}, func(e Event) {
		if e.Log != "" {
			stop(errCancelled)
		}
	})
	if err == nil || time.Since(began) > stopTime {
		t.Errorf("a stopped process ended with %v after %s", err, time.Since(began))
	}
}
