//go:build cgo

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestManualPages writes all pages and reads them: the structure of each, and, where groff is, what a reader sees.
func TestManualPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	var out, errs bytes.Buffer
	a := &app{out: &out, err: &errs, lookupEnv: func(name string) (string, bool) { return dir, name == "ASSAY_HOME" }}
	if code := a.run(t.Context(), []string{"man", "--dir", dir}); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range []string{".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH SEE ALSO"} {
			if !bytes.Contains(text, []byte("\n"+section)) {
				t.Errorf("%s has no %s", filepath.Base(page), section)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "assay-parse-worker.1")); err == nil {
		t.Error("a page for a hidden verb")
	}
	read := render(t, filepath.Join(dir, "assay.1"))
	for _, want := range []string{"EXIT STATUS", "the answer abstained", "ENVIRONMENT", "NEO4J_URI", "assay-callers(1)"} {
		if !strings.Contains(strings.Join(strings.Fields(read), " "), want) {
			t.Errorf("the page assay(1) does not show %q:\n%s", want, read)
		}
	}
}

// render shows a page as man does, and its text where there is no groff.
func render(t *testing.T, page string) string {
	t.Helper()
	if _, err := exec.LookPath("groff"); err != nil {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		return strings.NewReplacer(`\-`, "-", `\fB`, "", `\fP`, "").Replace(string(text))
	}
	var warnings bytes.Buffer
	groff := exec.CommandContext(t.Context(), "groff", "-t", "-man", "-Tutf8", "-P-c", "-ww", "-rLL=200n", page)
	groff.Stderr = &warnings
	read, err := groff.Output()
	if err != nil || warnings.Len() > 0 {
		t.Errorf("groff: %v\n%s", err, warnings.String())
	}
	return stripOverstrike(string(read))
}

// stripOverstrike removes what makes letters bold on a printer: each is written twice over itself.
func stripOverstrike(text string) string {
	var plain []rune
	for _, r := range text {
		if r == '\b' && len(plain) > 0 {
			plain = plain[:len(plain)-1]
			continue
		}
		plain = append(plain, r)
	}
	return string(plain)
}
