package neo4j

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/fault"
)

func TestPasswordIsMadeOnceAndForItsOwnerOnly(t *testing.T) {
	dir := t.TempDir()
	first, err := password(dir)
	if err != nil || len(first) < 20 {
		t.Fatalf("password of %d characters, %v", len(first), err)
	}
	second, err := password(dir)
	if err != nil || second != first {
		t.Fatalf("the password changed (%v)", err)
	}
	for _, path := range []string{passwordFile(dir), filepath.Join(dir, "data", "dbms", "auth.ini")} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestInitialUserHasNeo4jsFormat(t *testing.T) {
	dir := t.TempDir()
	secret, err := password(dir)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(dir, "data", "dbms", "auth.ini"))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Split(strings.TrimSpace(string(content)), ",")
	if len(fields) != 4 || fields[0] != "neo4j:SHA-256" || fields[3] != "1024:" {
		t.Fatalf("user line %q", content)
	}
	salt, err := hex.DecodeString(fields[2])
	if err != nil || strings.ToUpper(hex.EncodeToString(hashPassword(secret, salt))) != fields[1] {
		t.Errorf("the hash is not that of the password (%v)", err)
	}
}

func TestALostPasswordIsTold(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "data", "databases", "system", "neostore"), "")
	_, err := password(dir)
	var told *fault.Error
	if !errors.As(err, &told) || !strings.Contains(told.Message, passwordFile(dir)) || len(told.Fixes) == 0 {
		t.Fatalf("error %v", err)
	}
}

func TestAddressKeepsItsPasswordToItself(t *testing.T) {
	address := Address{URI: "bolt://h:1", HTTP: "http://h:2", Password: "secret"}
	if strings.Contains(address.String(), "secret") {
		t.Errorf("printed as %v", address)
	}
}
