//go:build cgo

package main

import (
	"bufio"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gopkg.in/yaml.v3"

	"assay/internal/neo4jtest"
)

// instruction is one of a Dockerfile, with its stage.
type instruction struct {
	stage      int
	name, rest string
}

// readDockerfile reads the instructions: comments left out, continued lines joined.
func readDockerfile(t *testing.T) []instruction {
	t.Helper()
	text := readFile(t, "../../Dockerfile")
	text = regexp.MustCompile(`(?m)^\s*#.*\n`).ReplaceAllString(text, "")
	text = regexp.MustCompile(`\\\n\s*`).ReplaceAllString(text, "")
	var found []instruction
	stage := -1
	for line := range strings.Lines(text) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		if name == "FROM" {
			stage++
		}
		found = append(found, instruction{stage, name, rest})
	}
	return found
}

// last is what the last instruction of a name says in the last stage.
func last(t *testing.T, file []instruction, name string) string {
	t.Helper()
	for _, i := range slices.Backward(file) {
		if i.name == name && i.stage == file[len(file)-1].stage {
			return i.rest
		}
	}
	t.Fatalf("the last stage of the Dockerfile has no %s", name)
	return ""
}

// words reads the JSON form of ENTRYPOINT and CMD.
func words(t *testing.T, text string) (list []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatalf("%s is not in the form [\"word\", ...]: %v", text, err)
	}
	return list
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// composed is a service of compose.yaml.
type composed struct {
	Image       string
	Build       string
	ReadOnly    bool     `yaml:"read_only"`
	CapDrop     []string `yaml:"cap_drop"`
	SecurityOpt []string `yaml:"security_opt"`
	Command     []string
	Environment map[string]string
	Ports       []string
	Volumes     []string
	HealthCheck struct{ Test []string }
}

func readCompose(t *testing.T) (services map[string]composed, volumes map[string]any) {
	t.Helper()
	var file struct {
		Services map[string]composed
		Volumes  map[string]any
	}
	if err := yaml.Unmarshal([]byte(readFile(t, "../../compose.yaml")), &file); err != nil {
		t.Fatal(err)
	}
	return file.Services, file.Volumes
}

// pinned is an image with a version of at least two numbers: one that does not change its meaning over night.
var pinned = regexp.MustCompile(`^[a-z0-9./-]+:\d+\.\d+(\.\d+)?(-[a-z0-9.]+)?$`)

func TestDockerfile(t *testing.T) {
	file := readDockerfile(t)
	goVersion := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(readFile(t, "../../go.mod"))[1]
	for _, i := range file {
		image, _, _ := strings.Cut(i.rest, " ")
		switch {
		case i.name == "FROM" && !pinned.MatchString(image):
			t.Errorf("image %s is not pinned", image)
		case i.name == "FROM" && strings.HasPrefix(image, "golang:") && !strings.HasPrefix(image, "golang:"+goVersion+"-"):
			t.Errorf("image %s, go.mod wants Go %s", image, goVersion)
		case i.name == "RUN" && strings.Contains(i.rest, "go build") && !(strings.Contains(i.rest, "CGO_ENABLED=1") && strings.HasSuffix(i.rest, " ./cmd/assay")):
			t.Errorf("the build is %s: the parsers need C", i.rest)
		case i.name == "ENV" && regexp.MustCompile(`(?i)token|password|secret`).MatchString(i.rest):
			t.Errorf("a secret in the image: %s", i.rest)
		}
	}
	if file[len(file)-1].stage != 1 {
		t.Errorf("%d stages, want the compiler in one and the service in another", file[len(file)-1].stage+1)
	}
	if user := last(t, file, "USER"); !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).MatchString(user) {
		t.Errorf("USER %s: want numbers, none of them 0", user)
	}
	if install := last(t, file, "RUN"); !regexp.MustCompile(`\bgit\b`).MatchString(install) || strings.Contains(install, "python") {
		t.Errorf("installed: %s; want git and no Python", install)
	}
	ignored := strings.Fields(readFile(t, "../../.dockerignore"))
	for _, want := range []string{".git", ".env"} {
		if !slices.Contains(ignored, want) {
			t.Errorf(".dockerignore lets %s into the build", want)
		}
	}
}

func TestCompose(t *testing.T) {
	services, volumes := readCompose(t)
	if len(services) != 2 {
		t.Fatalf("services %v", services)
	}
	required := regexp.MustCompile(`^(neo4j/)?\$\{[A-Z0-9_]+:\?[^}]+\}$`)
	for name, service := range services {
		if service.Build == "" && !pinned.MatchString(service.Image) {
			t.Errorf("%s: image %s is not pinned", name, service.Image)
		}
		if len(service.Ports) == 0 {
			t.Errorf("%s has no ports", name)
		}
		for _, port := range service.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s: port %s is open to other machines", name, port)
			}
		}
		if !slices.Contains(service.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s may gain privileges", name)
		}
		for key, value := range service.Environment {
			if regexp.MustCompile(`PASSWORD|TOKENS|AUTH$`).MatchString(key) && !required.MatchString(value) {
				t.Errorf("%s: %s is %q, want a variable without which nothing starts", name, key, value)
			}
		}
		for _, volume := range service.Volumes {
			if source, _, _ := strings.Cut(volume, ":"); !strings.HasPrefix(source, "$") {
				if _, ok := volumes[source]; !ok {
					t.Errorf("%s: volume %s is not declared", name, source)
				}
			}
		}
	}
	assay := services["assay"]
	if !assay.ReadOnly || !slices.Equal(assay.CapDrop, []string{"ALL"}) {
		t.Errorf("assay: read-only root %v, capabilities dropped %v", assay.ReadOnly, assay.CapDrop)
	}
	root := assay.Command[slices.Index(assay.Command, "--root")+1]
	if !slices.ContainsFunc(assay.Volumes, func(v string) bool {
		return strings.HasPrefix(v, "${ASSAY_REPOSITORIES:?") && strings.HasSuffix(v, ":"+root+":ro")
	}) {
		t.Errorf("no volume mounts the repositories read-only at the load root %s: %v", root, assay.Volumes)
	}
}

// container is what the image and compose.yaml make of the service, on this machine: another port and another folder.
type container struct {
	program      string
	entry, check []string
	env          []string
	port         string
}

func newContainer(t *testing.T, tokens string) container {
	t.Helper()
	services, _ := readCompose(t)
	file, server, port := readDockerfile(t), neo4jtest.Shared(t), freePort(t)
	here := strings.NewReplacer(":17600", ":"+port, "/repositories", t.TempDir(), "/var/lib/assay", t.TempDir())
	c := container{program: program(t), port: port, env: []string{"PATH=" + os.Getenv("PATH")}}
	for _, word := range append(words(t, last(t, file, "ENTRYPOINT")), services["assay"].Command...) {
		c.entry = append(c.entry, here.Replace(word))
	}
	_, check, ok := strings.Cut(last(t, file, "HEALTHCHECK"), " CMD ")
	if !ok {
		t.Fatal("HEALTHCHECK has no CMD")
	}
	c.check = words(t, check)
	c.env = append(c.env, strings.Fields(here.Replace(last(t, file, "ENV")))...)
	ours := map[string]string{
		"NEO4J_URI": server.URI, "NEO4J_USERNAME": server.Username, "NEO4J_PASSWORD": server.Password, "ASSAY_TOKENS": tokens,
	}
	for name := range services["assay"].Environment {
		value, ok := ours[name]
		if !ok {
			t.Fatalf("compose.yaml sets %s, which this test does not know", name)
		}
		c.env = append(c.env, name+"="+value)
	}
	return c
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
}

// command makes a command of the container: its first word is the binary.
func (c container) command(t *testing.T, line []string) *exec.Cmd {
	t.Helper()
	if line[0] != "assay" {
		t.Fatalf("%v does not run assay", line)
	}
	command := exec.CommandContext(t.Context(), c.program, line[1:]...)
	command.Env = c.env
	return command
}

// get asks the service and gives the status.
func (c container) get(t *testing.T, path, token string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:"+c.port+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// TestContainerRuns starts the service with the words and the environment of the image and of compose.yaml, lets the
// health check pass, asks with and without the token, and stops it as an engine does.
func TestContainerRuns(t *testing.T) {
	const token = "a-token-of-this-test-alone"
	c := newContainer(t, token)
	if output, err := c.command(t, c.check).CombinedOutput(); err == nil {
		t.Errorf("the health check passes before the service runs: %s", output)
	}
	service := c.command(t, c.entry)
	stderr, err := service.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	for said := false; !said; said = strings.Contains(lines.Text(), "API at") {
		if !lines.Scan() {
			t.Fatalf("the service ended: %v", service.Wait())
		}
		t.Log(lines.Text())
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for lines.Scan() {
		}
	}()
	if output, err := c.command(t, c.check).CombinedOutput(); err != nil {
		t.Errorf("the health check fails: %v\n%s", err, output)
	}
	if got := c.get(t, "/v1/projects", ""); got != http.StatusUnauthorized {
		t.Errorf("without a token: status %d", got)
	}
	if got := c.get(t, "/v1/projects", token); got != http.StatusOK {
		t.Errorf("with the token: status %d", got)
	}
	if err := service.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-drained
	if err := service.Wait(); err != nil {
		t.Errorf("stopped by SIGTERM: %v", err)
	}
}

// TestContainerDemandsAToken wants a service that other machines reach refuse to start without one.
func TestContainerDemandsAToken(t *testing.T) {
	c := newContainer(t, "")
	command := c.command(t, c.entry)
	output, err := command.CombinedOutput()
	if command.ProcessState.ExitCode() != 2 || !strings.Contains(string(output), "ASSAY_TOKENS") {
		t.Errorf("got %v: %s", err, output)
	}
}
