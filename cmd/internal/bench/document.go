package bench

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Names of the sections, in the order of the document.
const (
	Loads     = "loads"
	Growing   = "growth"
	Questions = "questions"
	Peering   = "peers"
	Resting   = "rest"
)

// Section is one part of the document that is measured at once.
type Section struct {
	Name    string
	Began   time.Time
	Average string // load of the machine when it began
	Machine Machine
	Tables  string
}

// Begin starts a section: it keeps the time and what else the machine does.
func Begin(name string, machine Machine) Section {
	return Section{Name: name, Began: time.Now(), Average: LoadAverage(), Machine: machine}
}

func (s Section) text() string {
	return fmt.Sprintf("\nMeasured %s; load average %s before; %s.\n%s\n", s.Began.UTC().Format("2006-01-02 15:04 MST"), s.Average, s.Machine, s.Tables)
}

// Marks around a section in the document: what stands outside of them is written by people, and a section that a run did
// not measure stays as it is.
func marks(name string) (begin, end string) {
	return fmt.Sprintf("<!-- %s: written by `assay bench` -->\n", name), fmt.Sprintf("<!-- end of %s -->\n", name)
}

// Write puts sections into the document, each between its marks; one whose marks are missing gets them at the end.
func Write(path string, sections ...Section) error {
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("write the tables: %w", err)
	}
	document := string(text)
	for _, section := range sections {
		begin, end := marks(section.Name)
		before, rest, found := strings.Cut(document, begin)
		_, after, ended := strings.Cut(rest, end)
		switch {
		case found && !ended:
			return fmt.Errorf("write the tables: the end mark of %q is missing in %s", section.Name, path)
		case !found && before != "":
			before += "\n"
		}
		document = before + begin + section.text() + end + after
	}
	if err := os.WriteFile(path, []byte(document), 0o644); err != nil {
		return fmt.Errorf("write the tables: %w", err)
	}
	return nil
}

// Print writes a section alone.
func Print(out io.Writer, section Section) error {
	_, err := fmt.Fprintf(out, "\n# %s\n%s", section.Name, section.text())
	return err
}

// table writes rows as Markdown.
type table struct{ out bytes.Buffer }

func (t *table) head(columns ...string) {
	t.row(columns...)
	t.out.WriteString(strings.Repeat("|---", len(columns)) + "|\n")
}

func (t *table) row(cells ...string) {
	for _, cell := range cells {
		t.out.WriteString("| " + strings.ReplaceAll(cell, "|", "\\|") + " ")
	}
	t.out.WriteString("|\n")
}

func (t *table) line(format string, args ...any) { fmt.Fprintf(&t.out, format+"\n", args...) }
