package cache

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

func key(n int) Key { return NewKey(sha256.Sum256(fmt.Append(nil, n)), "python", "1") }

func payload(n, size int) []byte { return bytes.Repeat([]byte{byte(n)}, size) }

func closed(t *testing.T, p *Pack, complete bool) {
	t.Helper()
	if err := p.Close(complete); err != nil {
		t.Fatal(err)
	}
}

func wantPayload(t *testing.T, p *Pack, n, size int) {
	t.Helper()
	if got := p.Get(key(n)); !bytes.Equal(got, payload(n, size)) {
		t.Errorf("record %d has %d bytes, want %d", n, len(got), size)
	}
}

func fill(t *testing.T, dir string, from, to, size int) {
	t.Helper()
	p := Open(dir, "root")
	for n := from; n < to; n++ {
		p.Put(key(n), payload(n, size))
	}
	closed(t, p, true)
}

func TestKeysDiffer(t *testing.T) {
	content := sha256.Sum256([]byte("x"))
	keys := map[Key]string{}
	for _, k := range [][2]string{{"python", "1"}, {"python", "2"}, {"go", "1"}, {"python1", ""}} {
		key := NewKey(content, k[0], k[1])
		if before, ok := keys[key]; ok {
			t.Errorf("%v and %s have one key", k, before)
		}
		keys[key] = k[0] + " " + k[1]
	}
}

func TestKeptBetweenLoads(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 0, 10, 100)
	p := Open(dir, "root")
	p.Put(key(10), payload(10, 0))
	p.Put(key(3), payload(3, 100)) // stands already
	closed(t, p, true)
	p = Open(dir, "root")
	defer p.Close(true)
	for n := range 10 {
		wantPayload(t, p, n, 100)
	}
	if got := p.Get(key(10)); got == nil || len(got) != 0 {
		t.Errorf("an empty payload came back as %v", got)
	}
	if got := p.Get(key(11)); got != nil {
		t.Errorf("a record that was never kept: %v", got)
	}
	if got := Open(dir, "another root").Get(key(1)); got != nil {
		t.Error("repositories share a pack")
	}
}

// Whatever happens to the bytes of a pack, a record comes back whole or not at all, and the pack heals.
func TestDamagedPack(t *testing.T) {
	pristine := t.TempDir()
	fill(t, pristine, 0, 8, 50)
	name := packs(t, pristine)[0]
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(whole); at += 7 {
		for damage, broken := range map[string][]byte{
			"cut":     whole[:at],
			"flipped": append(append(bytes.Clone(whole[:at]), whole[at]^0x55), whole[at+1:]...),
			"grown":   append(bytes.Clone(whole[:at]), bytes.Repeat([]byte{0xff}, 200)...),
		} {
			if err := os.WriteFile(name, broken, 0o600); err != nil {
				t.Fatal(err)
			}
			p := Open(pristine, "root")
			for n := range 8 {
				if got := p.Get(key(n)); got != nil && !bytes.Equal(got, payload(n, 50)) {
					t.Fatalf("%s at %d: record %d is wrong", damage, at, n)
				}
				p.Put(key(n), payload(n, 50))
			}
			closed(t, p, true)
			p = Open(pristine, "root")
			for n := range 8 {
				if got := p.Get(key(n)); !bytes.Equal(got, payload(n, 50)) {
					t.Fatalf("%s at %d: the pack did not heal for record %d", damage, at, n)
				}
			}
			closed(t, p, true)
		}
	}
}

func packs(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "facts", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestDeadRecordsAreDropped(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 0, 40, 100_000)
	size := func() int64 {
		info, err := os.Stat(packs(t, dir)[0])
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	use := func(complete bool) {
		p := Open(dir, "root")
		for n := range 5 {
			wantPayload(t, p, n, 100_000)
		}
		closed(t, p, complete)
	}
	use(false)
	if size() != before {
		t.Error("a load that broke off dropped records")
	}
	use(true)
	if size() > 600_000 {
		t.Errorf("%d of %d bytes stay for 5 of 40 records", size(), before)
	}
	use(true)
	if n := len(packs(t, dir)); n != 1 {
		t.Errorf("%d files in the cache", n)
	}
}

func TestUnusedPacksAreRemoved(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 0, 1, 10)
	old := packs(t, dir)[0]
	long := time.Now().Add(-unusedFor - time.Hour)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	closed(t, Open(dir, "another"), true)
	if _, err := os.Stat(old); err == nil {
		t.Error("a pack that no load uses stays")
	}
}

func TestSecondProcessReadsOnly(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 0, 1, 10)
	first, second := Open(dir, "root"), Open(dir, "root")
	second.Put(key(1), payload(1, 10))
	wantPayload(t, second, 0, 10)
	closed(t, second, true)
	first.Put(key(2), payload(2, 10))
	closed(t, first, true)
	p := Open(dir, "root")
	defer p.Close(true)
	wantPayload(t, p, 2, 10)
	if p.Get(key(1)) != nil {
		t.Error("two writers at once")
	}
}

func TestConcurrentUse(t *testing.T) {
	dir := t.TempDir()
	p := Open(dir, "root")
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			for n := range 100 {
				p.Put(key(n), payload(n, 10+n))
				if got := p.Get(key(n)); !bytes.Equal(got, payload(n, 10+n)) {
					t.Errorf("goroutine %d: record %d is wrong", g, n)
				}
			}
		})
	}
	group.Wait()
	closed(t, p, true)
}

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 0, 3, 10)
	p := Open(dir, "root")
	kept := p.file
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	p.file = full
	p.Put(key(7), payload(7, 10))
	p.Put(key(8), payload(8, 10))
	full.Close()
	p.file = kept
	wantPayload(t, p, 1, 10)
	if err := p.Close(true); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v", err)
	}
	p = Open(dir, "root")
	defer p.Close(true)
	wantPayload(t, p, 2, 10)
}

func TestFolderThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := Open(file, "root")
	p.Put(key(1), payload(1, 10))
	if p.Get(key(1)) != nil {
		t.Error("kept without a file")
	}
	if err := p.Close(true); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("error %v", err)
	}
}

func TestNoCache(t *testing.T) {
	var p *Pack
	p.Put(key(1), payload(1, 10))
	if p.Get(key(1)) != nil {
		t.Error("kept without a cache")
	}
	closed(t, p, true)
}
