package neo4j

import (
	"context"
	"os"
	"os/exec"
	"strings"
)

// Part is what a check is needed for.
type Part string

// Parts of assay that need something of the machine.
const (
	PartServer Part = "server" // the managed Neo4j
	PartBuild  Part = "build"  // making assay itself
	PartSource Part = "source" // reading repositories
	PartTests  Part = "tests"  // running the tests of the demo's example
)

// Check is one thing that assay needs on the machine.
type Check struct {
	Name string `json:"name"`
	Part Part   `json:"part"`
	// Needed says what for.
	Needed string `json:"needed"`
	OK     bool   `json:"ok"`
	// Found is the version or path found, or why what was found will not do.
	Found string `json:"found"`
	// Fix is the command that installs it.
	Fix string `json:"fix,omitempty"`
	// Packages are the Debian or Ubuntu packages behind Fix.
	Packages []string `json:"packages,omitempty"`
}

// Doctor looks for everything that assay needs on this machine.
func Doctor(ctx context.Context) []Check {
	return []Check{
		checkJava(ctx),
		checkProgram(ctx, PartServer, "Maven", "fetches the Neo4j server, once", []string{"mvn"}, []string{"-v"}, "maven"),
		checkProgram(ctx, PartBuild, "C compiler", "builds assay with its parsers", compilers(), []string{"--version"}, "gcc", "libc6-dev"),
		checkProgram(ctx, PartTests, "Python 3 with venv", "runs the tests of the demo's example", []string{"python3"},
			[]string{"-c", "import ensurepip, platform, venv; print('Python', platform.python_version())"}, "python3", "python3-venv"),
		checkProgram(ctx, PartSource, "git", "tells which files belong to a repository", []string{"git"}, []string{"--version"}, "git"),
	}
}

// compilers are the C compilers that Go would use, in its order.
func compilers() []string {
	if named := strings.Fields(os.Getenv("CC")); len(named) > 0 {
		return named[:1]
	}
	return []string{"gcc", "clang", "cc"}
}

func checkJava(ctx context.Context) Check {
	check := Check{Name: "Java 17 or 21", Part: PartServer, Needed: "runs the Neo4j server", Packages: []string{javaPackage(osRelease(osReleaseFile))}}
	found, err := findJava(ctx)
	if err != nil {
		check.Found, check.Fix = err.Error(), installCommand(check.Packages...)
		return check
	}
	version, _, _ := strings.Cut(found.version, "\n")
	check.OK, check.Found = true, version+" ("+found.path+")"
	return check
}

// checkProgram runs the first of the programs that is there; its first line of output is its version.
func checkProgram(ctx context.Context, part Part, name, needed string, programs, arguments []string, packages ...string) Check {
	check := Check{Name: name, Part: part, Needed: needed, Packages: packages, Found: "not found", Fix: installCommand(packages...)}
	for _, program := range programs {
		path, err := exec.LookPath(program)
		if err != nil {
			continue
		}
		output, err := exec.CommandContext(ctx, path, arguments...).CombinedOutput()
		if err != nil {
			check.Found = path + ": " + lastLines(output, 1)
			continue
		}
		first, _, _ := strings.Cut(string(output), "\n")
		return Check{Name: name, Part: part, Needed: needed, OK: true, Found: strings.TrimSpace(stripEscapes(first)) + " (" + path + ")"}
	}
	return check
}

// stripEscapes takes the terminal's escape sequences out of a line; Maven prints its name in bold.
func stripEscapes(line string) string {
	var plain strings.Builder
	for len(line) > 0 {
		before, after, found := strings.Cut(line, "\x1b[")
		plain.WriteString(before)
		if !found {
			break
		}
		line = strings.TrimLeft(after, "0123456789;")
		if line != "" {
			line = line[1:]
		}
	}
	return plain.String()
}
