package neo4j

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"assay/internal/fault"
)

// Check is one thing that assay needs on the machine.
type Check struct {
	Name string `json:"name"`
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
		checkProgram(ctx, "Maven", "fetches the Neo4j server, once", []string{"mvn"}, []string{"-v"}, "maven"),
		checkProgram(ctx, "C compiler", "builds assay with its parsers", compilers(), []string{"--version"}, "gcc", "libc6-dev"),
		checkProgram(ctx, "Python 3 with venv", "runs the tests of the demo's example", []string{"python3"},
			[]string{"-c", "import ensurepip, platform, venv; print('Python', platform.python_version())"}, "python3", "python3-venv"),
		checkProgram(ctx, "git", "tells which files belong to a repository", []string{"git"}, []string{"--version"}, "git"),
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
	check := Check{Name: "Java 17 or 21", Needed: "runs the Neo4j server", Packages: []string{javaPackage(osRelease(osReleaseFile))}}
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
func checkProgram(ctx context.Context, name, needed string, programs, arguments []string, packages ...string) Check {
	check := Check{Name: name, Needed: needed, Packages: packages, Found: "not found", Fix: installCommand(packages...)}
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
		return Check{Name: name, Needed: needed, OK: true, Found: strings.TrimSpace(stripEscapes(first)) + " (" + path + ")"}
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

// installCommand is the command that installs packages on Debian and Ubuntu.
func installCommand(packages ...string) string {
	return "apt-get install -y --no-install-recommends " + strings.Join(packages, " ")
}

// javaPackage is the package of a Java that fits: Debian has 17 up to release 12, later ones and Ubuntu have 21.
func javaPackage(release map[string]string) string {
	major, err := strconv.Atoi(release["VERSION_ID"])
	if release["ID"] == "debian" && err == nil && major <= 12 {
		return "openjdk-17-jre-headless"
	}
	return "openjdk-21-jre-headless"
}

// osReleaseFile names the distribution.
const osReleaseFile = "/etc/os-release"

// osRelease reads the fields of an os-release file.
func osRelease(path string) map[string]string {
	fields := map[string]string{}
	file, err := os.Open(path)
	if err != nil {
		return fields
	}
	defer file.Close()
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		name, value, found := strings.Cut(scanner.Text(), "=")
		if found {
			fields[name] = strings.Trim(value, `"'`)
		}
	}
	return fields
}

// InstallMissing installs what failed in checks with apt-get, as root on Debian or Ubuntu, and says so on out.
func InstallMissing(ctx context.Context, checks []Check, out io.Writer) error {
	packages := missingPackages(checks)
	if len(packages) == 0 {
		return nil
	}
	if !CanInstall() {
		return fault.New(fault.Unavailable, "missing: %s", strings.Join(packages, ", ")).Fix("as root: %s", installCommand(packages...))
	}
	_, _ = io.WriteString(out, "installing "+strings.Join(packages, ", ")+"\n")
	return installPackages(ctx, packages)
}

func installPackages(ctx context.Context, packages []string) error {
	if err := aptGet(ctx, "update", "-q"); err != nil {
		return err
	}
	return aptGet(ctx, append([]string{"install", "-y", "-q", "--no-install-recommends"}, packages...)...)
}

// CanInstall says whether InstallMissing could install: as root where there is apt-get.
func CanInstall() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && os.Geteuid() == 0
}

func missingPackages(checks []Check) []string {
	var packages []string
	for _, check := range checks {
		if !check.OK {
			packages = append(packages, check.Packages...)
		}
	}
	return packages
}

func aptGet(ctx context.Context, arguments ...string) error {
	cmd := exec.CommandContext(ctx, "apt-get", arguments...)
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	output, err := cmd.CombinedOutput()
	if err != nil {
		return fault.New(fault.Unavailable, "apt-get %s failed:\n%s", arguments[0], lastLines(output, 8)).Because(err)
	}
	return nil
}
