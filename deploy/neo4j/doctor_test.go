package neo4j

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDoctorFindsWhatTheTestsNeed(t *testing.T) {
	for _, check := range Doctor(t.Context()) {
		if !check.OK || check.Found == "" {
			t.Errorf("%s: %s; %s", check.Name, check.Found, check.Fix)
		}
	}
}

func TestDoctorNamesTheCommandForWhatIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CC", "")
	checks := map[string]Check{}
	for _, check := range Doctor(t.Context()) {
		checks[check.Name] = check
	}
	for name, packages := range map[string]string{
		"Maven": "maven", "C compiler": "gcc libc6-dev", "Python 3 with venv": "python3 python3-venv", "git": "git",
	} {
		want := "apt-get install -y --no-install-recommends " + packages
		if check := checks[name]; check.OK || check.Fix != want {
			t.Errorf("%s: %+v", name, check)
		}
	}
}

func TestAPythonWithoutVenvIsNotEnough(t *testing.T) {
	tools := t.TempDir()
	writeProgram(t, filepath.Join(tools, "python3"), `echo "ModuleNotFoundError: No module named 'ensurepip'" >&2; exit 1`)
	t.Setenv("PATH", tools)
	check := checkProgram(t.Context(), PartTests, "Python", "", []string{"python3"}, nil, "python3-venv")
	if check.OK || !strings.Contains(check.Found, "No module named 'ensurepip'") {
		t.Errorf("%+v", check)
	}
}

func TestInstallMissingInstallsNothingWhenAllIsThere(t *testing.T) {
	var out bytes.Buffer
	if err := InstallMissing(t.Context(), []Check{{Name: "git", OK: true, Packages: []string{"git"}}}, &out); err != nil || out.Len() > 0 {
		t.Errorf("%v, said %q", err, out.String())
	}
}

func TestInstallMissingRunsAptGet(t *testing.T) {
	tools := t.TempDir()
	record := filepath.Join(tools, "record")
	writeProgram(t, filepath.Join(tools, "apt-get"), `echo "$@" >> `+record)
	t.Setenv("PATH", tools)
	err := installPackages(t.Context(), []string{"maven", "git"})
	if err != nil {
		t.Fatal(err)
	}
	want := "update -q\ninstall -y -q --no-install-recommends maven git\n"
	if diff := cmp.Diff(want, readFile(t, record)); diff != "" {
		t.Error(diff)
	}
}

func TestJavaPackageFollowsTheRelease(t *testing.T) {
	for content, want := range map[string]string{
		"ID=debian\nVERSION_ID=\"12\"\n":    "openjdk-17-jre-headless",
		"ID=debian\nVERSION_ID=\"13\"\n":    "openjdk-21-jre-headless",
		"ID=ubuntu\nVERSION_ID=\"24.04\"\n": "openjdk-21-jre-headless",
	} {
		path := filepath.Join(t.TempDir(), "os-release")
		writeFile(t, path, content)
		if got := javaPackage(osRelease(path)); got != want {
			t.Errorf("%q: %s", content, got)
		}
	}
}

func TestStripEscapes(t *testing.T) {
	if got := stripEscapes("\x1b[1mApache Maven 3.8.7\x1b[m"); got != "Apache Maven 3.8.7" {
		t.Errorf("%q", got)
	}
}
