package parse

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"time"

	"assay/ingest/facts"
	"assay/ingest/lang"
)

// errDeadline ends a worker whose file took too long; the parent knows it by its text.
var errDeadline = errors.New("assay: the file took too much processor time")

// Worker serves parse requests from in to out until in ends. It is the whole of a parse worker process: the hidden verb
// `assay parse-worker` calls it with the process's own standard input and output, prints an error to standard error and
// exits. The process must end when Worker returns: a parse may still be running then, which only the end of the process
// stops.
func Worker(in io.Reader, out io.Writer, languages []lang.Language) error {
	signal.Ignore(os.Interrupt) // Ctrl-C reaches the whole group; the parent says when to end
	var limits settings
	if err := readFrame(in, &limits); err != nil {
		return ignoreEOF(err)
	}
	if err := limitMemory(limits.Memory); err != nil {
		return fmt.Errorf("limit memory: %w", err)
	}
	debug.SetGCPercent(workerGCPercent)
	debug.SetMemoryLimit(workerHeap)
	debug.SetMaxStack(workerStack)
	w := &worker{languages: map[string]lang.Language{}, out: out, requests: make(chan request), ended: make(chan error, 3)}
	versions := map[string]string{}
	for _, language := range languages {
		w.languages[language.Name()] = language
		versions[language.Name()] = language.Version()
	}
	if err := writeFrame(out, greeting{Versions: versions}); err != nil {
		return fmt.Errorf("greet: %w", err)
	}
	go w.read(in)
	go w.serve(time.Duration(limits.CPU))
	return <-w.ended
}

// The heap of Go in a worker holds one file's facts at a time: collect rarely, but stay small.
const (
	workerGCPercent = 400
	workerHeap      = 128 << 20 // bytes
	workerStack     = 64 << 20  // bytes: extraction bounds its depth, this is the net below
)

type worker struct {
	languages map[string]lang.Language
	out       io.Writer
	requests  chan request
	ended     chan error
}

// read hands requests on, and ends the worker with the stream even while a file is parsed.
func (w *worker) read(in io.Reader) {
	for {
		var r request
		if err := readFrame(in, &r); err != nil {
			w.ended <- ignoreEOF(err)
			return
		}
		w.requests <- r
	}
}

// Processor time that a file may take by its size: ten times what ordinary source needs (0.5 s a megabyte). Broken source
// may take time by the square of its size, and many such files must not hold up a load.
const (
	allowanceBase        = 500 * time.Millisecond
	allowancePerMegabyte = 5 * time.Second
)

func allowance(size int) time.Duration {
	return allowanceBase + time.Duration(size)*(allowancePerMegabyte>>20)
}

func (w *worker) serve(limit time.Duration) {
	for r := range w.requests {
		stop := w.watch(min(limit, allowance(len(r.Source))))
		answer := w.extract(r)
		stop()
		if err := writeFrame(w.out, answer); err != nil {
			w.ended <- fmt.Errorf("reply: %w", err)
			return
		}
	}
}

// watch ends the worker when the process uses more processor time than the limit before stop is called.
func (w *worker) watch(limit time.Duration) (stop func()) {
	if limit <= 0 {
		return func() {}
	}
	end := processorTime() + limit
	done := make(chan struct{})
	go func() {
		ticker := time.NewTicker(min(limit/4+1, 250*time.Millisecond))
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				if processorTime() > end {
					w.ended <- errDeadline
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

func (w *worker) extract(r request) (answer reply) {
	defer func() {
		if fault := recover(); fault != nil {
			answer = reply{Reason: fmt.Sprintf("%s: %v", ReasonCrash, fault)}
		}
	}()
	language, ok := w.languages[r.Language]
	if !ok {
		return reply{Reason: "no such language: " + r.Language}
	}
	file, err := language.Extract(r.Source)
	if err != nil {
		return reply{Reason: err.Error()}
	}
	makeValid(file)
	encoded, err := Encode(file)
	if err != nil {
		return reply{Reason: err.Error()}
	}
	if len(encoded) > maxFrame/2 {
		return reply{Reason: "too many facts"}
	}
	return reply{Facts: encoded}
}

// makeValid replaces what is no UTF-8, such as a string literal cut in the middle of a character: neither the frames nor
// the database take it.
func makeValid(file *facts.File) {
	for i, name := range file.Names {
		file.Names[i] = strings.ToValidUTF8(name, "\uFFFD")
	}
	for i := range file.Diagnostics {
		file.Diagnostics[i].Message = strings.ToValidUTF8(file.Diagnostics[i].Message, "\uFFFD")
	}
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
