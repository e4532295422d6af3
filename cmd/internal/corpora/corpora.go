// Package corpora gets the source distributions that tests and benchmarks load: known packages at pinned versions, from
// the package index that pip is set up for, kept unpacked in a cache folder.
package corpora

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"assay/internal/fault"
	"assay/internal/pyenv"
)

// Distribution is one source distribution.
type Distribution struct {
	Name    string
	Version string
	SHA256  string // of the archive
}

// All lists the distributions, smallest first.
func All() []Distribution {
	return []Distribution{
		{"requests", "2.34.2", "f288924cae4e29463698d6d60bc6a4da69c89185ad1e0bcc4104f584e960b9ed"},
		{"httpx", "0.28.1", "75e98c5f16b0f35b567856f597f06ff2270a374470a5c2392242528e3e3e42fc"},
		{"jinja2", "3.1.6", "0137fb05990d35f1275a587e9aee6d56da821fc83491a0fb838183be43f66d6d"},
		{"flask", "3.1.3", "0ef0e52b8a9cd932855379197dd8f94047b359ca0a78695144304cb45f87c9eb"},
		{"click", "8.5.1", "9bbfada76703fd1d784b83eea012e3e8c6a001a876543ef104fa56aaaeb072b4"},
		{"celery", "5.7.0", "6a5dfcf6662287204f009a02002b9e66c83d4105e47ebabdc7079108772fc6f0"},
		{"django", "5.2.19", "ad03d8abc51dbff95ebf34b27123cf0c26a3b62db7ba0cd520783686362533d1"},
	}
}

// ByName finds a distribution.
func ByName(name string) (Distribution, error) {
	for _, d := range All() {
		if d.Name == name {
			return d, nil
		}
	}
	return Distribution{}, fault.New(fault.NotFound, "no corpus %q", name)
}

// DefaultFolder is where distributions are kept between runs.
func DefaultFolder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache folder: %w", err)
	}
	return filepath.Join(cache, "assay", "corpora"), nil
}

// Cache keeps unpacked distributions below a folder. Several processes may use one at once.
type Cache struct {
	Folder string
	// Python gives an interpreter with pip; it is asked only when something has to be fetched.
	Python func(context.Context) (string, error)
}

// Get gives the root of an unpacked distribution, which it fetches when the cache does not hold it.
func (c Cache) Get(ctx context.Context, d Distribution) (string, error) {
	root := filepath.Join(c.Folder, d.Name+"-"+d.Version)
	if _, err := os.Stat(root); err == nil {
		return root, nil
	}
	if err := c.fetch(ctx, root, d); err != nil {
		return "", fmt.Errorf("fetch %s %s: %w", d.Name, d.Version, err)
	}
	return root, nil
}

func (c Cache) fetch(ctx context.Context, root string, d Distribution) error {
	python, err := c.Python(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Folder, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(c.Folder, ".new-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }() // a leftover costs space and nothing else
	archive, err := download(ctx, python, work, d)
	if err != nil {
		return err
	}
	unpacked := filepath.Join(work, "unpacked")
	if err := unpack(archive, unpacked); err != nil {
		return err
	}
	err = os.Rename(filepath.Join(unpacked, d.Name+"-"+d.Version), root)
	if _, statErr := os.Stat(root); err != nil && statErr == nil {
		return nil // another process was quicker
	}
	return err
}

// download lets pip get the archive and compares its hash.
func download(ctx context.Context, python, folder string, d Distribution) (string, error) {
	command := pyenv.Command(ctx, folder, python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input",
		"--no-deps", "--no-binary", ":all:", "--dest", folder, d.Name+"=="+d.Version)
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	if err := command.Run(); err != nil {
		return "", fault.New(fault.Unavailable, "pip did not get %s %s", d.Name, d.Version).
			Fix("see that pip reaches a package index").
			Because(fmt.Errorf("%w\n%s", err, output.Bytes()))
	}
	archive := filepath.Join(folder, d.Name+"-"+d.Version+".tar.gz")
	content, err := os.ReadFile(archive)
	if err != nil {
		return "", err
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != d.SHA256 {
		return "", errors.New("the archive is not the known one: its SHA-256 differs")
	}
	return archive, nil
}
