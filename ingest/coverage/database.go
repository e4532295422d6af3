package coverage

// project is what the database knows of a loaded project as far as an import needs it.
type project struct {
	Name      string
	Root      string
	Commit    string
	Version   int64
	Files     []file
	Functions map[string][]function // by path
	Tests     []test
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
	// FunctionPath and FunctionName name the function that the test runs; empty when it is not known.
	FunctionPath string
	FunctionName string // qualified
	IsNew        bool   // no load knew it
}
