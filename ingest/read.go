package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"assay/ingest/cache"
	"assay/ingest/facts"
	"assay/ingest/lang"
	"assay/ingest/parse"
	"assay/ingest/walk"
	"assay/internal/graph"
)

const (
	// MaxSourceBytes bounds a source file that is read: a tree takes about 22 times the text, and what people write by
	// hand is smaller (the largest of Django is 0.3 MB).
	MaxSourceBytes = 2 << 20
	// maxTextBytes bounds the text kept of configuration and documents, in bytes.
	maxTextBytes = 256 << 10
	// maxHashBytes bounds what is hashed of a file that is not read otherwise; a larger one has no hash.
	maxHashBytes = 64 << 20
	// sniffBytes is how much of a file is looked at for a byte of zero: no text has one.
	sniffBytes = 8 << 10
)

// Reasons why a source file was skipped, beside those of walk and parse.
const (
	reasonTooLarge = "too large"
	reasonBinary   = "binary"
	reasonVanished = "vanished while it was loaded"
	reasonIO       = "cannot be read"
)

// configNames are the files whose texts decide how names resolve or tests are found.
var configNames = map[string]bool{
	"pyproject.toml": true, "setup.cfg": true, "tox.ini": true,
	"pytest.ini": true, ".pytest.ini": true, "pytest.toml": true, ".pytest.toml": true,
}

// file is one file as it was read.
type file struct {
	row    graph.File
	disk   string // what opens it, relative to the root
	facts  *facts.File
	words  []string // see lang.File
	config string   // the text, of a file that decides how names resolve
}

// reader reads the files of a repository, a few at a time.
type reader struct {
	root      *os.Root
	languages map[string]lang.Language
	pool      *parse.Pool
	pack      *cache.Pack
	cached    atomic.Int64
	mutex     sync.Mutex // of progress
	done      int
	progress  func(phase string, done, total int)
}

// readAll reads every file. Some more files are under way than workers can parse, so that none waits for a disk.
func (r *reader) readAll(ctx context.Context, walked []walk.File) ([]file, error) {
	files := make([]file, len(walked))
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU() + 2)
	for i, w := range walked {
		if groupCtx.Err() != nil {
			break
		}
		group.Go(func() error {
			err := r.read(groupCtx, w, &files[i])
			r.tell(len(walked))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return files, ctx.Err()
}

func (r *reader) tell(total int) {
	if r.progress == nil {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.done++
	r.progress("parse", r.done, total)
}

// read reads one file. An error ends the load; a fault of the file is told in its row.
func (r *reader) read(ctx context.Context, w walk.File, into *file) error {
	into.disk = w.Disk
	into.row = graph.File{Path: w.Path, Language: w.Language, Role: w.Role, Bytes: w.Size, Status: graph.FileListed}
	if w.Refused != "" {
		into.refuse(w.Refused)
		return nil
	}
	opened, err := openRegular(r.root, w.Disk)
	if err != nil {
		into.refuse(reasonOf(err))
		return nil
	}
	defer opened.Close()
	if w.Language == "" {
		into.readOther(opened)
		return nil
	}
	return r.readSource(ctx, opened, into)
}

// refuse notes why a file was not read. Only source that should have been read is skipped; the rest is listed.
func (f *file) refuse(reason string) {
	f.row.Reason = reason
	if f.row.Language != "" {
		f.row.Status = graph.FileSkipped
	}
}

// errIrregular is a file that became a pipe or a device since it was walked.
var errIrregular = errors.New("not a regular file")

// openRegular opens a file without waiting for the other end of a pipe.
func openRegular(root *os.Root, name string) (*os.File, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, errors.Join(err, errIrregular)
	}
	return f, nil
}

func reasonOf(err error) string {
	var pathError *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return reasonVanished
	case errors.Is(err, fs.ErrPermission):
		return walk.ReasonRights
	case errors.Is(err, errIrregular):
		return walk.ReasonIrregular
	case errors.As(err, &pathError):
		return reasonIO + ": " + pathError.Err.Error()
	default:
		return reasonIO + ": " + err.Error()
	}
}

// readOther hashes a file that no language reads, and keeps the text of configuration and documents.
func (f *file) readOther(opened *os.File) {
	h := sha256.New()
	text := f.row.Role == graph.RoleConfig || f.row.Role == graph.RoleDoc
	if !text || f.row.Bytes > maxTextBytes {
		f.hash(h, opened)
		return
	}
	content, err := io.ReadAll(io.LimitReader(opened, maxTextBytes))
	if err != nil {
		f.refuse(reasonOf(err))
		return
	}
	h.Write(content)
	f.row.SHA256, f.row.Bytes = hex.EncodeToString(h.Sum(nil)), int64(len(content))
	if !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 {
		return
	}
	f.row.Lines, f.row.TextGZ = countLines(content), compress(content)
	if configNames[path.Base(f.row.Path)] {
		f.config = string(content)
	}
}

// hash streams the file into the hash, up to a bound.
func (f *file) hash(h hash.Hash, opened *os.File) {
	if f.row.Bytes > maxHashBytes {
		return
	}
	n, err := io.Copy(h, io.LimitReader(opened, maxHashBytes+1))
	switch {
	case err != nil:
		f.refuse(reasonOf(err))
	case n <= maxHashBytes:
		f.row.SHA256, f.row.Bytes = hex.EncodeToString(h.Sum(nil)), n
	}
}

// readSource reads a file of a language: facts from the cache or a worker, and the text.
func (r *reader) readSource(ctx context.Context, opened *os.File, f *file) error {
	if f.row.Bytes > MaxSourceBytes {
		f.refuse(reasonTooLarge)
		f.hash(sha256.New(), opened)
		return nil
	}
	content, err := readUpTo(opened, f.row.Bytes, MaxSourceBytes+1)
	if err != nil {
		f.refuse(reasonOf(err))
		return nil
	}
	sum := sha256.Sum256(content)
	f.row.SHA256, f.row.Bytes = hex.EncodeToString(sum[:]), int64(len(content))
	switch {
	case len(content) > MaxSourceBytes: // it grew since it was walked
		f.row.SHA256 = ""
		f.refuse(reasonTooLarge)
		return nil
	case bytes.IndexByte(content[:min(len(content), sniffBytes)], 0) >= 0:
		f.refuse(reasonBinary)
		return nil
	}
	language := r.languages[f.row.Language]
	outcome, err := r.outcome(ctx, language, sum, content)
	if err != nil {
		return fmt.Errorf("parse %s: %w", f.row.Path, err)
	}
	f.setRole(content)
	return f.settle(language, content, outcome)
}

// readUpTo reads a file of about the given size, at most limit bytes of it.
func readUpTo(opened *os.File, size, limit int64) ([]byte, error) {
	buffer := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := buffer.ReadFrom(io.LimitReader(opened, limit))
	return buffer.Bytes(), err
}

// outcome finds the facts of a file in the cache, or has a worker parse it. Outcomes that would be the same again are
// kept: facts, and that a file costs more than it may.
func (r *reader) outcome(ctx context.Context, language lang.Language, sum [sha256.Size]byte, content []byte) (parse.Outcome, error) {
	key := cache.NewKey(sum, language.Name(), language.Version())
	if kept := r.pack.Get(key); kept != nil {
		if outcome, ok := unpack(kept); ok {
			r.cached.Add(1)
			return outcome, nil
		}
	}
	outcome, err := r.pool.Parse(ctx, language.Name(), content)
	if err == nil && outcome.Reason != parse.ReasonCrash {
		r.pack.Put(key, pack(outcome))
	}
	return outcome, err
}

// reasonMark begins the cached outcome of a file without facts; encoded facts begin otherwise.
const reasonMark = 0

func pack(outcome parse.Outcome) []byte {
	if outcome.Reason == "" {
		return outcome.Facts
	}
	return append([]byte{reasonMark}, outcome.Reason...)
}

func unpack(kept []byte) (parse.Outcome, bool) {
	switch {
	case len(kept) == 0:
		return parse.Outcome{}, false
	case kept[0] == reasonMark:
		return parse.Outcome{Reason: string(kept[1:])}, true
	default:
		return parse.Outcome{Facts: kept}, true
	}
}

// setRole corrects the role by what the text says.
func (f *file) setRole(content []byte) {
	switch {
	case f.row.Role != graph.RoleSource && f.row.Role != graph.RoleTest:
	case walk.GeneratedHead(content):
		f.row.Role = graph.RoleGenerated
	case walk.TestText(f.row.Path, content):
		f.row.Role = graph.RoleTest
	}
}

// settle fills the row from what became of the file.
func (f *file) settle(language lang.Language, content []byte, outcome parse.Outcome) error {
	if outcome.Reason != "" {
		f.refuse(outcome.Reason)
		return nil
	}
	read, err := parse.Decode(outcome.Facts)
	if err != nil {
		return fmt.Errorf("facts of %s: %w", f.row.Path, err)
	}
	f.facts = read
	f.row.Lines, f.row.Status, f.row.Reason = read.Lines, graph.FileParsed, read.Partial
	if read.Partial != "" {
		f.row.Status = graph.FilePartial
	}
	for _, d := range read.Diagnostics[:min(len(read.Diagnostics), graph.MaxDiagnostics)] {
		f.row.Diagnostics = append(f.row.Diagnostics, fmt.Sprintf("%d: %s", d.Line, d.Message))
	}
	if text := textOf(language, content); text != nil {
		f.row.TextGZ = compress(text)
	}
	return nil
}

// textOf decodes a source file; nil when it cannot be decoded.
func textOf(language lang.Language, content []byte) []byte {
	if decoder, ok := language.(lang.Decoder); ok {
		text, err := decoder.Decode(content)
		if err != nil {
			return nil
		}
		return text
	}
	if !utf8.Valid(content) {
		return nil
	}
	return bytes.TrimPrefix(content, []byte("\ufeff"))
}

func countLines(content []byte) int {
	n := bytes.Count(content, []byte("\n"))
	if len(content) > 0 && content[len(content)-1] != '\n' {
		n++
	}
	return n
}
