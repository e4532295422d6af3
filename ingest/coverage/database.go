package coverage

import (
	"context"
	"os/exec"
	"slices"
	"strings"

	"assay/cypher"
	"assay/internal/fault"
)

// project is what the database knows of a loaded project as far as an import needs it.
type project struct {
	Name    string
	Root    string
	Commit  string // "" outside of a git repository
	Version int64
	Files   []file
	Tests   []test
	// Functions are by path, of the files that were asked for.
	Functions map[string][]function
}

type file struct {
	Path   string
	SHA256 string
}

type function struct {
	ID        string
	StartLine int // first decorator included
	EndLine   int
}

type test struct {
	ID       string
	RunnerID string
	Path     string
	Name     string
	Bodies   []body // functions that it runs; one where the rules decide
	IsNew    bool   // no load knew it
}

// body names a function that a test runs.
type body struct {
	Path          string
	QualifiedName string
}

// readProject reads the files and tests of a project, and checks that the work tree is at the loaded commit.
func readProject(ctx context.Context, store *cypher.Store, options Options) (*project, error) {
	p := &project{Name: options.Project, Functions: map[string][]function{}}
	version, err := store.Consistent(ctx, cypher.ReadCoverageFiles, cypher.Params{"project": p.Name}, func(row cypher.Row) error {
		p.Root, p.Commit = row.String("root"), row.StringOr("commit", "")
		for _, f := range row.Maps("files") {
			p.Files = append(p.Files, file{Path: f.String("path"), SHA256: f.StringOr("sha256", "")})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.Version = version
	if options.Root != "" {
		p.Root = options.Root
	}
	if err := p.checkCommit(ctx); err != nil {
		return nil, err
	}
	return p, p.readTests(ctx, store)
}

func (p *project) readTests(ctx context.Context, store *cypher.Store) error {
	version, err := store.Consistent(ctx, cypher.ReadCoverageTests, cypher.Params{"project": p.Name}, func(row cypher.Row) error {
		at := map[string]int{}
		for _, r := range row.Maps("tests") {
			id := r.String("id")
			if _, known := at[id]; !known {
				at[id] = len(p.Tests)
				p.Tests = append(p.Tests, test{ID: id, RunnerID: r.String("runner_id"), Path: r.String("path"), Name: r.String("name")})
			}
			if !r.Null("function_path") {
				t := &p.Tests[at[id]]
				t.Bodies = append(t.Bodies, body{r.String("function_path"), r.String("function_name")})
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return p.same(version)
}

// readFunctions reads the functions of the files that a recording measured.
func (p *project) readFunctions(ctx context.Context, store *cypher.Store, paths []string) error {
	params := cypher.Params{"project": p.Name, "paths": paths}
	version, err := store.Consistent(ctx, cypher.ReadCoverageFunctions, params, func(row cypher.Row) error {
		for _, f := range row.Maps("functions") {
			path := f.String("path")
			p.Functions[path] = append(p.Functions[path],
				function{ID: f.String("id"), StartLine: f.Int("start_line"), EndLine: f.Int("end_line")})
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, functions := range p.Functions {
		slices.SortFunc(functions, func(a, b function) int { return strings.Compare(a.ID, b.ID) })
	}
	return p.same(version)
}

// same checks that a further read is of the version that the first one was.
func (p *project) same(version int64) error {
	if version == p.Version {
		return nil
	}
	return fault.New(fault.Conflict, "%s was loaded again while its coverage was read", p.Name).Fix("import again")
}

// checkCommit refuses an import where the work tree is at another commit than the one that was loaded.
func (p *project) checkCommit(ctx context.Context) error {
	now := currentCommit(ctx, p.Root)
	if p.Commit == "" || now == "" || now == p.Commit {
		return nil
	}
	return fault.New(fault.Stale, "%s was loaded at commit %s, and its work tree is at %s", p.Name, short(p.Commit), short(now)).
		Fix("load it again: assay ingest %s --project %s", p.Root, p.Name).
		Fix("run the tests again: %s", howToRecord)
}

// currentCommit asks git; "" where there is no repository, no commit or no git.
func currentCommit(ctx context.Context, root string) string {
	out, err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "--verify", "--quiet", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// short is a commit as people write it.
func short(commit string) string { return commit[:min(len(commit), 12)] }
