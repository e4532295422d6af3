package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	const first, second, third = "0123456789abcdef", "fedcba9876543210", "a-third-token-of-the-file"
	home := t.TempDir()
	file := filepath.Join(home, "tokens")
	if err := os.WriteFile(file, []byte(third+"\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	load := func(env map[string]string) (Config, error) {
		return Load(Sources{LookupEnv: func(name string) (string, bool) {
			value, ok := map[string]string{"ASSAY_HOME": home, "ASSAY_TOKENS": env["ASSAY_TOKENS"], "ASSAY_TOKEN_FILE": env["ASSAY_TOKEN_FILE"]}[name]
			return value, ok
		}})
	}
	config, err := load(map[string]string{"ASSAY_TOKENS": first + ", " + second, "ASSAY_TOKEN_FILE": file})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Secret{first, second, third}, config.Tokens); diff != "" {
		t.Error(diff)
	}
	if shown := fmt.Sprintf("%v %+v %#v", config, config, config); strings.Contains(shown, first) || strings.Contains(shown, third) {
		t.Errorf("a token shows: %s", shown)
	}
	for name, env := range map[string]map[string]string{
		"short":      {"ASSAY_TOKENS": "short"},
		"not ASCII":  {"ASSAY_TOKENS": strings.Repeat("ä", 16)},
		"no file":    {"ASSAY_TOKEN_FILE": filepath.Join(home, "none")},
		"a folder":   {"ASSAY_TOKEN_FILE": home},
		"empty file": {"ASSAY_TOKEN_FILE": "/dev/null"},
	} {
		if _, err := load(env); err == nil || strings.Contains(err.Error(), "short\"") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := load(map[string]string{"ASSAY_TOKEN_FILE": file}); err == nil || !strings.Contains(err.Error(), "others may read") {
		t.Errorf("a file that others may read: %v", err)
	}
}
