package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/config"
	"assay/internal/fault"
)

func environment(values map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}

func TestFlagsOverEnvironmentOverFileOverDefaults(t *testing.T) {
	home := t.TempDir()
	file := "project: from-file\nlog-level: info\nneo4j:\n  uri: bolt://file:7687\n  database: filedb\n  password: 12345\n"
	if err := os.WriteFile(filepath.Join(home, config.FileName), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := config.Load(config.Sources{
		Flags: map[string]string{"home": home, "project": "from-flag"},
		LookupEnv: environment(map[string]string{
			"ASSAY_HOME": "/elsewhere", "ASSAY_PROJECT": "from-env", "NEO4J_URI": "bolt://env:7687", "NO_COLOR": "1",
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := config.Config{
		Home: home, Project: "from-flag", Listen: config.DefaultListen, LogLevel: "info", NoColor: true,
		Neo4j: config.Neo4j{URI: "bolt://env:7687", Username: "neo4j", Password: "12345", Database: "filedb"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestHome(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"ASSAY_HOME": "/a", "XDG_DATA_HOME": "/x", "HOME": "/h"}, "/a"},
		{map[string]string{"XDG_DATA_HOME": "/x", "HOME": "/h"}, "/x/assay"},
		{map[string]string{"XDG_DATA_HOME": "relative", "HOME": "/h"}, "/h/.local/share/assay"},
	} {
		got, err := config.Load(config.Sources{LookupEnv: environment(c.env)})
		if err != nil || got.Home != c.want {
			t.Errorf("%v: got %s, %v, want %s", c.env, got.Home, err, c.want)
		}
	}
	if _, err := config.Load(config.Sources{LookupEnv: environment(nil)}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("without HOME: got %v, want an invalid fault", err)
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		file  string
		flags map[string]string
		want  string
	}{
		"unknown setting": {file: "colour: true", want: `unknown setting "colour"`},
		"a list":          {file: "project: [a]", want: "no single value"},
		"no mapping":      {file: "- hunter2", want: "not a YAML mapping"},
		"project":         {flags: map[string]string{"project": "Up/Per"}, want: "not a project name"},
		"level":           {flags: map[string]string{"log-level": "loud"}, want: "not one of"},
		"listen":          {flags: map[string]string{"listen": "here"}, want: "not HOST:PORT"},
		"port":            {flags: map[string]string{"listen": "localhost:99999"}, want: "not a port"},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			if err := os.WriteFile(filepath.Join(home, config.FileName), []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := config.Load(config.Sources{Flags: c.flags, LookupEnv: environment(map[string]string{"ASSAY_HOME": home})})
			if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an invalid fault with %q", err, c.want)
			}
			if strings.Contains(fmt.Sprint(err), "hunter2") {
				t.Errorf("the file's content shows in %v", err)
			}
		})
	}
}

func TestSecretsNeverShow(t *testing.T) {
	c := config.Config{Neo4j: config.Neo4j{Password: "hunter2"}}
	asJSON, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{fmt.Sprint(c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), fmt.Sprintf("%q", c.Neo4j.Password), string(asJSON)} {
		if strings.Contains(shown, "hunter2") {
			t.Errorf("the password shows in %s", shown)
		}
	}
	if c.Neo4j.Password.Reveal() != "hunter2" {
		t.Error("Reveal does not give the password")
	}
}

func TestProjectFromPath(t *testing.T) {
	for path, want := range map[string]string{
		"/src/Flask": "flask", "/src/my shop (old)": "my-shop-old", "/src/.hidden": "hidden", "/src/a.b_c-d": "a.b_c-d",
		"/src/" + strings.Repeat("x", 80): strings.Repeat("x", 64), "/src/Ünï": "n",
	} {
		if got, err := config.ProjectFromPath(path); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", path, got, err, want)
		}
	}
	for _, path := range []string{"/", "/src/日本"} {
		if got, err := config.ProjectFromPath(path); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: got %q, %v, want an invalid fault", path, got, err)
		}
	}
}
