package neo4j

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assay/internal/fault"
)

const (
	username = "neo4j"
	database = "neo4j"
	// hashRounds is how often Neo4j hashes a native user's password.
	hashRounds = 1024
	// secretBytes is the entropy of a generated password.
	secretBytes = 24
)

func passwordFile(dir string) string { return filepath.Join(dir, "password") }

// password gives the server's password; before the first start it makes one and leaves it for the server to take up.
func password(dir string) (string, error) {
	secret, err := readPassword(dir)
	if err != nil || databaseExists(dir) {
		return secret, err
	}
	if secret == "" {
		secret, err = newPassword(dir)
	}
	if err != nil {
		return "", err
	}
	return secret, writeInitialUser(dir, secret)
}

// readPassword gives the kept password, empty when there is none yet.
func readPassword(dir string) (string, error) {
	path := passwordFile(dir)
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && databaseExists(dir) {
		return "", fault.New(fault.Unavailable, "the password file %s is gone, but its database exists", path).
			Fix("write the password of user %s into it, or remove %s to start with an empty database", username, filepath.Join(dir, "data"))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fault.New(fault.Unavailable, "the password file %s cannot be read", path).Because(err)
	}
	return strings.TrimSpace(string(content)), os.Chmod(path, 0o600)
}

func newPassword(dir string) (string, error) {
	random := make([]byte, secretBytes)
	if _, err := rand.Read(random); err != nil {
		return "", fmt.Errorf("make a password: %w", err)
	}
	secret := base64.RawURLEncoding.EncodeToString(random)
	return secret, writeSecret(passwordFile(dir), secret+"\n")
}

// writeInitialUser leaves the user for Neo4j's first start, in the file that "neo4j-admin dbms set-initial-password"
// writes, in its format.
func writeInitialUser(dir, secret string) error {
	salt := make([]byte, sha256.Size)
	if _, err := rand.Read(salt); err != nil {
		return fmt.Errorf("make a salt: %w", err)
	}
	folder := filepath.Join(dir, "data", "dbms")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make %s: %w", folder, err)
	}
	user := fmt.Sprintf("%s:SHA-256,%X,%X,%d:\n", username, hashPassword(secret, salt), salt, hashRounds)
	return writeSecret(filepath.Join(folder, "auth.ini"), user)
}

// hashPassword is Neo4j's own salted and repeated SHA-256.
func hashPassword(secret string, salt []byte) []byte {
	sum := sha256.Sum256(append(append([]byte{}, salt...), secret...))
	for range hashRounds - 1 {
		sum = sha256.Sum256(sum[:])
	}
	return sum[:]
}

// databaseExists is true once the server has run: from then on the password is the database's own.
func databaseExists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "data", "databases", "system"))
	return err == nil
}

// writeSecret writes a file that only its owner can read, whole or not at all.
func writeSecret(path, content string) error {
	fresh := path + ".new"
	if err := os.WriteFile(fresh, []byte(content), 0o600); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(fresh, path)
}
