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
