package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"assay/internal/fault"
)

// written is the reply of man.
type written struct {
	Directory string   `json:"directory"`
	Pages     []string `json:"pages"` // file names
}

func newMan(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "man", Short: "Write the manual pages, one for each verb", Args: cobra.NoArgs,
		Example: "  assay man --dir ~/.local/share/man/man1 && man assay",
	}
	directory := cmd.Flags().String("dir", "", "folder `DIR` for the pages; it is made when it is not there")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *directory == "" {
			return fault.New(fault.Invalid, "no folder for the pages is named").Fix("assay man --dir DIR")
		}
		found, err := writePages(cmd.Root(), *directory)
		if err != nil {
			return err
		}
		return a.show(found, func(p *printer) {
			p.line("%d pages in %s; read the first: man %s", len(found.Pages), found.Directory, filepath.Join(found.Directory, "assay.1"))
		})
	}
	return cmd
}

// writePages writes the pages of all verbs. The page of the program also has the help's topics, which are no verbs.
func writePages(root *cobra.Command, directory string) (written, error) {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return written{}, fault.New(fault.Invalid, "the folder %s cannot be made", directory).Because(err)
	}
	for _, topic := range root.Commands() {
		if topic.IsAdditionalHelpTopicCommand() {
			root.Long += "\n\n# " + headings[topic.Name()] + "\n" + topic.Long
		}
	}
	root.DisableAutoGenTag = true
	header := &doc.GenManHeader{Section: "1", Source: "assay " + version(), Manual: "assay"}
	if err := doc.GenManTree(root, header, directory); err != nil {
		return written{}, fmt.Errorf("write the manual pages to %s: %w", directory, err)
	}
	found := written{Directory: directory}
	pages, err := filepath.Glob(filepath.Join(directory, "assay*.1"))
	for _, page := range pages {
		found.Pages = append(found.Pages, filepath.Base(page))
	}
	return found, err
}

// headings are the sections of a manual page that the topics of the help become.
var headings = map[string]string{"exit-codes": "EXIT STATUS", "environment": "ENVIRONMENT"}
