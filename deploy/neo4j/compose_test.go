package neo4j

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// composedServer is what compose.yaml says of its Neo4j.
type composedServer struct {
	Image       string
	Environment map[string]string
}

func readComposedServer(t *testing.T) composedServer {
	t.Helper()
	text, err := os.ReadFile("../../compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]composedServer
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	server, ok := file.Services["neo4j"]
	if !ok {
		t.Fatal("compose.yaml has no service neo4j")
	}
	return server
}

// settings are the image's environment as the settings that its entry point makes of it: "_" is a dot and "__" an
// underscore. Without NEO4J_AUTH, which is the first password.
func (c composedServer) settings() map[string]string {
	settings := map[string]string{}
	for name, value := range c.Environment {
		setting, ok := strings.CutPrefix(name, "NEO4J_")
		if ok && name != "NEO4J_AUTH" {
			setting = strings.ReplaceAll(strings.ReplaceAll(setting, "_", "."), "..", "_")
			settings[setting] = value
		}
	}
	return settings
}

// composedMachineMiB is the machine for which compose.yaml gives memory.
const composedMachineMiB = 8192

// managedOnly are settings of the managed server that an image has its own way with.
var managedOnly = map[string]string{
	"server.default_listen_address":  "a container listens on all its addresses; compose.yaml publishes ports on loopback",
	"server.bolt.listen_address":     "as above",
	"server.http.listen_address":     "as above",
	"server.bolt.advertised_address": "the published port",
	"server.http.advertised_address": "the published port",
	"server.directories.plugins":     "the image has its own folder",
	"server.directories.import":      "the image has its own folder",
	"server.memory.heap.max_size":    "the managed server's heap is an argument of Java",
}

// TestComposeHasTheSettingsOfTheManagedServer keeps the two from drifting: what is hardened in one is in the other.
func TestComposeHasTheSettingsOfTheManagedServer(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "conf"), 0o700); err != nil {
		t.Fatal(err)
	}
	size := chooseMemory(Long, composedMachineMiB)
	err := writeConf(dir, conf{PageCacheMiB: size.PageCache, AllTransactionsMiB: size.AllTransactions(), TransactionMiB: size.Transaction()})
	if err != nil {
		t.Fatal(err)
	}
	managed, composed := readSettings(t, filepath.Join(dir, "conf", "neo4j.conf")), readComposedServer(t).settings()
	if got, want := composed["server.memory.heap.max_size"], fmt.Sprintf("%dm", size.Heap); got != want {
		t.Errorf("heap %s, the managed server has %s", got, want)
	}
	for name := range managedOnly {
		delete(managed, name)
		delete(composed, name)
	}
	if len(managed) < 15 {
		t.Errorf("only %d settings compared", len(managed))
	}
	if diff := cmp.Diff(managed, composed); diff != "" {
		t.Errorf("settings of the managed server (-) and of compose.yaml (+):\n%s", diff)
	}
}

func readSettings(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if ok && !strings.HasPrefix(name, "#") {
			settings[name] = value
		}
	}
	return settings
}

// TestComposeHasTheManagedServersVersion wants one Neo4j everywhere, of the free edition.
func TestComposeHasTheManagedServersVersion(t *testing.T) {
	pom, err := os.ReadFile("pom.xml")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`<artifactId>neo4j</artifactId><version>([^<]+)</version>`).FindSubmatch(pom)
	if version == nil {
		t.Fatal("pom.xml names no version of Neo4j")
	}
	if got, want := readComposedServer(t).Image, "neo4j:"+string(version[1])+"-community"; got != want {
		t.Errorf("image %s, the managed server is %s", got, want)
	}
}

// TestComposeDemandsAPassword wants no password that stands in the file, and no way to start without one.
func TestComposeDemandsAPassword(t *testing.T) {
	auth := readComposedServer(t).Environment["NEO4J_AUTH"]
	if !regexp.MustCompile(`^neo4j/\$\{NEO4J_PASSWORD:\?[^}]+\}$`).MatchString(auth) {
		t.Errorf("NEO4J_AUTH is %q", auth)
	}
	for name := range readComposedServer(t).settings() {
		if strings.Contains(name, "password") {
			t.Errorf("a setting %s", name)
		}
	}
}
