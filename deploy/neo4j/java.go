package neo4j

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/fault"
)

// javaMajors are the Java versions that Neo4j 5.26 supports.
var javaMajors = []int{17, 21}

// javaPlaces are where distributions and tools put Java, beside JAVA_HOME and PATH; a leading ~ is the home directory.
var javaPlaces = []string{
	"/usr/lib/jvm/*/bin/java",
	"/usr/lib64/jvm/*/bin/java",
	"/usr/java/*/bin/java",
	"/opt/java/*/bin/java",
	"/opt/jdk*/bin/java",
	"/opt/homebrew/opt/openjdk@*/bin/java",
	"/Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java",
	"~/.sdkman/candidates/java/*/bin/java",
	"~/.jdks/*/bin/java",
}

// java is one Java that was found.
type java struct {
	path    string
	major   int
	version string
}

// home is what JAVA_HOME is for this Java.
func (j java) home() string { return filepath.Dir(filepath.Dir(j.path)) }

func (j java) fits() bool { return slices.Contains(javaMajors, j.major) }

// findJava gives the first Java that fits, by its version and not by its place alone.
func findJava(ctx context.Context) (java, error) {
	return chooseJava(ctx, javaCandidates(os.Getenv("JAVA_HOME"), javaPlaces))
}

func chooseJava(ctx context.Context, candidates []string) (java, error) {
	var others []string
	for _, path := range candidates {
		found, err := askJava(ctx, path)
		if err != nil {
			continue
		}
		if found.fits() {
			return found, nil
		}
		others = append(others, fmt.Sprintf("%d (%s)", found.major, found.path))
	}
	return java{}, noJava(others)
}

func noJava(others []string) error {
	e := fault.New(fault.Unavailable, "Neo4j needs Java 17 or 21, and none was found")
	if len(others) > 0 {
		e = fault.New(fault.Unavailable, "Neo4j needs Java 17 or 21; found only Java %s", strings.Join(others, ", "))
	}
	return e.Fix("%s", installCommand(javaPackage(osRelease(osReleaseFile))))
}

// javaCandidates lists the java programs of this machine once each, in the order of choice.
func javaCandidates(javaHome string, places []string) []string {
	var candidates []string
	if javaHome != "" {
		candidates = append(candidates, filepath.Join(javaHome, "bin", "java"))
	}
	if path, err := exec.LookPath("java"); err == nil {
		candidates = append(candidates, path)
	}
	for _, place := range places {
		found, _ := filepath.Glob(expandHome(place))
		candidates = append(candidates, found...)
	}
	return realPaths(candidates)
}

func expandHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok {
		return path
	}
	home, _ := os.UserHomeDir()
	return home + rest
}

// realPaths follows links and leaves out what does not exist or came before.
func realPaths(paths []string) []string {
	var real []string
	for _, path := range paths {
		resolved, err := filepath.EvalSymlinks(path)
		if err == nil && !slices.Contains(real, resolved) {
			real = append(real, resolved)
		}
	}
	return real
}

func askJava(ctx context.Context, path string) (java, error) {
	cmd := exec.CommandContext(ctx, path, "-version")
	cmd.Env = serverEnvironment(os.Environ())
	output, err := cmd.CombinedOutput()
	if err != nil {
		return java{}, fmt.Errorf("%s -version: %w", path, err)
	}
	major, err := parseJavaVersion(string(output))
	if err != nil {
		return java{}, fmt.Errorf("%s -version: %w", path, err)
	}
	return java{path: path, major: major, version: strings.TrimSpace(string(output))}, nil
}

var javaVersion = regexp.MustCompile(`(?m)^\S+ version "(?:1\.)?(\d+)`)

// parseJavaVersion reads the major version from what "java -version" prints; 1.8 is 8.
func parseJavaVersion(output string) (int, error) {
	match := javaVersion.FindStringSubmatch(output)
	if match == nil {
		return 0, fmt.Errorf("no version in %q", output)
	}
	return strconv.Atoi(match[1])
}

// serverEnvironment is the environment without what would change how Java or Neo4j start, or tell them secrets, and with
// a locale in which Java can name every file.
func serverEnvironment(environment []string) []string {
	kept := slices.DeleteFunc(slices.Clone(environment), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		switch name {
		case "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "LC_ALL":
			return true
		}
		return strings.HasPrefix(name, "NEO4J_")
	})
	return append(kept, utf8Locale)
}

// utf8Locale is a locale of UTF-8 in English; Java takes its encoding of file names from it.
const utf8Locale = "LC_ALL=C.UTF-8"
