package neo4j

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"assay/internal/fault"
	"assay/internal/filelock"
)

//go:embed pom.xml
var pom []byte

// manifestName is the file that lists each jar with its sha256, as sha256sum prints it.
const manifestName = "manifest"

// jars is a complete set of jars on disk.
type jars struct{ dir string }

// server and plugins are the jars by path, sorted: those of the server, and those of Graph Data Science.
func (j jars) server() ([]string, error)  { return listJars(j.dir, "lib") }
func (j jars) plugins() ([]string, error) { return listJars(j.dir, "plugins") }
func (j jars) pluginDir() string          { return filepath.Join(j.dir, "plugins") }

// listJars lists the jars of a folder below dir, none when there is no such folder.
func listJars(dir, folder string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, folder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list jars: %w", err)
	}
	var paths []string
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".jar") {
			paths = append(paths, filepath.Join(dir, folder, entry.Name()))
		}
	}
	return paths, nil
}

// findJars gives the jars below root, resolved by Maven only when those on disk are not complete. Each pom has its own
// directory, so that an upgrade never mixes versions.
func findJars(ctx context.Context, root string, runtime java, logf func(string, ...any)) (jars, error) {
	lock, err := filelock.Wait(ctx, filepath.Join(root, "lock"))
	if err != nil {
		return jars{}, err
	}
	defer lock.Release()
	found := jars{filepath.Join(root, pomKey())}
	if verifyManifest(found.dir) == nil {
		return found, nil
	}
	return found, resolveJars(ctx, found.dir, runtime, logf)
}

func pomKey() string {
	sum := sha256.Sum256(pom)
	return hex.EncodeToString(sum[:6])
}

// resolveJars lets Maven fill a directory beside dir, which takes dir's place once it is complete.
func resolveJars(ctx context.Context, dir string, runtime java, logf func(string, ...any)) error {
	fresh := dir + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("clear %s: %w", fresh, err)
	}
	if err := os.MkdirAll(fresh, 0o700); err != nil {
		return fmt.Errorf("make %s: %w", fresh, err)
	}
	if err := runMaven(ctx, fresh, runtime, logf); err != nil {
		return err
	}
	if err := writeManifest(fresh); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("clear %s: %w", dir, err)
	}
	return os.Rename(fresh, dir)
}

func runMaven(ctx context.Context, dir string, runtime java, logf func(string, ...any)) error {
	maven, err := exec.LookPath("mvn")
	if err != nil {
		return fault.New(fault.Unavailable, "the Neo4j server is fetched with Maven, and there is no mvn on PATH").
			Fix("%s", installCommand("maven"))
	}
	file := filepath.Join(dir, "pom.xml")
	if err := os.WriteFile(file, pom, 0o600); err != nil {
		return fmt.Errorf("write pom: %w", err)
	}
	logf("fetching the Neo4j server with Maven (once, 150 MB)")
	cmd := exec.CommandContext(ctx, maven, "-q", "-B", "-f", file, "package", "-Djars="+dir)
	cmd.Env = append(os.Environ(), "JAVA_HOME="+runtime.home(), utf8Locale)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return fmt.Errorf("fetch the Neo4j server: %w", ctx.Err())
	}
	if err != nil {
		return fault.New(fault.Unavailable, "Maven could not fetch the Neo4j server:\n%s", lastLines(output, 8)).
			Fix("check the network and Maven's settings, then try again").Because(err)
	}
	return nil
}

// writeManifest lists every jar below dir with its hash.
func writeManifest(dir string) error {
	lines, err := hashJars(dir)
	if err != nil {
		return err
	}
	if len(lines) == 0 {
		return fault.New(fault.Internal, "Maven ended well and left no jars in %s", dir)
	}
	return os.WriteFile(filepath.Join(dir, manifestName), []byte(joinLines(lines)), 0o600)
}

func joinLines(lines []string) string { return strings.Join(lines, "\n") + "\n" }

// verifyManifest says whether the jars below dir are those of its manifest: none missing, changed or added.
func verifyManifest(dir string) error {
	content, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return fmt.Errorf("read manifest: %w", err)
	}
	got, err := hashJars(dir)
	if err != nil {
		return err
	}
	if string(content) != joinLines(got) {
		return fmt.Errorf("the jars in %s are not those of the manifest", dir)
	}
	return nil
}

func hashJars(dir string) ([]string, error) {
	var lines []string
	for _, folder := range []string{"lib", "plugins"} {
		files, err := listJars(dir, folder)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			sum, err := hashFile(file)
			if err != nil {
				return nil, err
			}
			lines = append(lines, sum+"  "+folder+"/"+filepath.Base(file))
		}
	}
	return lines, nil
}

func hashFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("open jar: %w", err)
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
