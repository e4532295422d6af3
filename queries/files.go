package queries

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/internal/fault"
	"assay/internal/graph"
)

// FileOptions choose files. Empty texts match all.
type FileOptions struct {
	Prefix   string // of the path
	Role     string
	Language string // as the loaded files say it: python
	Status   string
	Limit    int
	Cursor   string
}

// File is a file of a project with what was read of it.
type File struct {
	Path        string   `json:"path"`
	Language    string   `json:"language,omitempty"` // absent where assay does not read the file
	Role        string   `json:"role"`
	Status      string   `json:"status"`           // parsed, partial, skipped, listed
	Reason      string   `json:"reason,omitempty"` // why partial or skipped
	Lines       int      `json:"lines"`
	Bytes       int64    `json:"bytes"`
	Diagnostics []string `json:"diagnostics,omitempty"` // parse faults, "line: message"
}

// FileRoles and FileStatuses are what files can be filtered by.
var (
	FileRoles = []string{
		string(graph.RoleSource), string(graph.RoleTest), string(graph.RoleFixture), string(graph.RoleConfig), string(graph.RoleDoc),
		string(graph.RoleGenerated), string(graph.RoleVendored), string(graph.RoleOther),
	}
	FileStatuses = []string{string(graph.FileParsed), string(graph.FilePartial), string(graph.FileSkipped), string(graph.FileListed)}
)

func (o FileOptions) check() error {
	for _, c := range []struct {
		what, given string
		known       []string
	}{{"role", o.Role, FileRoles}, {"status", o.Status, FileStatuses}} {
		if c.given != "" && !slices.Contains(c.known, c.given) {
			return fault.New(fault.Invalid, "there is no %s of files %q", c.what, shorten(c.given)).Fix("use one of %s", strings.Join(c.known, ", "))
		}
	}
	return cmp.Or(checkText("prefix", o.Prefix), checkText("language", o.Language))
}

// checkText refuses what cannot be the beginning of a name; blanks may be.
func checkText(what, text string) error {
	switch {
	case len(text) > maxSpelling:
		return fault.New(fault.Invalid, "the %s is at most %d bytes long, this one has %d", what, maxSpelling, len(text))
	case !utf8.ValidString(text):
		return fault.New(fault.Invalid, "the %s is not valid UTF-8", what)
	case strings.IndexFunc(text, unicode.IsControl) >= 0:
		return fault.New(fault.Invalid, "the %s holds a control character", what)
	}
	return nil
}

// Files lists the files of a project by path, with what became of each: nothing that was skipped is left out.
func (s *Service) Files(ctx context.Context, project string, options FileOptions) (*Envelope[File], error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	p, err := at(ListOptions{Limit: options.Limit, Cursor: options.Cursor}, "files", project, options.Prefix, options.Role, options.Language, options.Status)
	if err != nil {
		return nil, err
	}
	found, err := s.reader.Files(ctx, project, FileQuery{
		Prefix: options.Prefix, Role: options.Role, Language: options.Language, Status: options.Status, Skip: p.offset, Limit: p.limit,
	})
	if err != nil {
		return nil, s.unknownProject(ctx, project, err)
	}
	if err := p.check(found.Version); err != nil {
		return nil, err
	}
	return settle(pageOf(s.index(ctx, found.Snapshot), p, found.Rows, found.Total)), nil
}

// PackageOptions choose packages by the beginning of their names.
type PackageOptions struct {
	Prefix string
	Limit  int
	Cursor string
}

// Package is a package of the language with the number of files directly in it.
type Package struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Files int    `json:"files"`
}

// Packages lists the packages of a project by name.
func (s *Service) Packages(ctx context.Context, project string, options PackageOptions) (*Envelope[Package], error) {
	if err := checkText("prefix", options.Prefix); err != nil {
		return nil, err
	}
	p, err := at(ListOptions{Limit: options.Limit, Cursor: options.Cursor}, "packages", project, options.Prefix)
	if err != nil {
		return nil, err
	}
	found, err := s.reader.Packages(ctx, project, PackageQuery{Prefix: options.Prefix, Skip: p.offset, Limit: p.limit})
	if err != nil {
		return nil, s.unknownProject(ctx, project, err)
	}
	if err := p.check(found.Version); err != nil {
		return nil, err
	}
	return settle(pageOf(s.index(ctx, found.Snapshot), p, found.Rows, found.Total)), nil
}

// maxHubs is how many hubs of a kind are kept of a project.
const maxHubs = graph.MaxHubs
