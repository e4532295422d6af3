package neo4j

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"assay/internal/filelock"
)

// warmUp is what the throw-away server is asked, so that the archive holds the classes of a server at work.
var warmUp = []string{
	"CREATE CONSTRAINT warm IF NOT EXISTS FOR (n:Warm) REQUIRE n.id IS UNIQUE",
	"UNWIND range(1, 100) AS i MERGE (n:Warm {id: i}) SET n.name = 'n' + i",
	"MATCH (a:Warm), (b:Warm {id: a.id + 1}) CREATE (a)-[:NEXT {lines: [1, 2]}]->(b)",
	"MATCH p = (a:Warm {id: 1})-[:NEXT*1..8]->(b) WITH b, min(length(p)) AS depth ORDER BY depth LIMIT 20 RETURN collect(b.name), depth",
}

// findArchive gives the class-data archive for this Java and these jars, made on first use by a server that is thrown
// away. It only saves time: when it cannot be made the server starts without.
func findArchive(ctx context.Context, found jars, runtime java, logf func(string, ...any)) archiveUse {
	path := filepath.Join(found.dir, "classes-"+archiveKey(runtime)+".jsa")
	lock, err := filelock.Wait(ctx, path+".lock")
	if err != nil {
		return archiveUse{}
	}
	defer lock.Release()
	if _, err := os.Stat(path); err == nil {
		return archiveUse{read: path}
	}
	logf("preparing fast starts (once)")
	if err := makeArchive(ctx, path, found, runtime); err != nil {
		logf("starting without a class-data archive: %v", err)
		return archiveUse{}
	}
	return archiveUse{read: path}
}

// bootPrefix begins the names of throw-away servers' directories.
const bootPrefix = "boot-"

// sweepBoots removes throw-away servers whose makers were killed; only one maker works at a time.
func sweepBoots(ctx context.Context, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("look for throw-away servers: %w", err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), bootPrefix) {
			continue
		}
		left := filepath.Join(dir, entry.Name())
		pid, err := findServer(ctx, left)
		if err != nil {
			return err
		}
		if pid != 0 {
			if err := stop(ctx, pid, left, 0); err != nil {
				return err
			}
		}
		if err := os.RemoveAll(left); err != nil {
			return fmt.Errorf("remove a throw-away server: %w", err)
		}
	}
	return nil
}

// archiveKey names a Java: an archive is good for the very one that made it.
func archiveKey(runtime java) string {
	sum := sha256.Sum256([]byte(runtime.path + "\n" + runtime.version))
	return hex.EncodeToString(sum[:6])
}

// makeArchive boots a throw-away server, works with it, stops it, and keeps the archive that Java leaves at its end.
func makeArchive(ctx context.Context, path string, found jars, runtime java) error {
	if err := sweepBoots(ctx, found.dir); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(found.dir, bootPrefix)
	if err != nil {
		return fmt.Errorf("make a class-data archive: %w", err)
	}
	defer os.RemoveAll(dir)
	fresh := filepath.Join(dir, "classes.jsa")
	boot := launch{dir: dir, mode: Quick, java: runtime, jars: found, archive: archiveUse{make: fresh}}
	if err := bootOnce(ctx, boot); err != nil {
		return fmt.Errorf("make a class-data archive: %w", err)
	}
	return os.Rename(fresh, path)
}

func bootOnce(ctx context.Context, boot launch) error {
	secret, err := password(boot.dir)
	if err != nil {
		return err
	}
	boot.ports, err = choosePorts(Options{BoltPort: FreePort, HTTPPort: FreePort}, ports{})
	if err != nil {
		return err
	}
	pid, err := startAndAwait(ctx, boot, secret, HTTPProbe)
	if err != nil {
		return err
	}
	for _, statement := range warmUp {
		if _, err = Query(ctx, boot.address(secret), statement); err != nil {
			break
		}
	}
	if stopped := stop(context.WithoutCancel(ctx), pid, boot.dir, stopPatience); stopped != nil {
		return stopped
	}
	return err
}
