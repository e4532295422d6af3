package neo4j

import (
	"context"
	"io"
)

// Check is one thing that assay needs on the machine.
type Check struct {
	Name string `json:"name"`
	// Needed says what for.
	Needed string `json:"needed"`
	OK     bool   `json:"ok"`
	// Found is the version or path found, or why what was found will not do.
	Found string `json:"found"`
	// Fix is the command that installs it.
	Fix string `json:"fix,omitempty"`
	// Packages are the Debian or Ubuntu packages behind Fix.
	Packages []string `json:"packages,omitempty"`
}

// Doctor looks for everything that assay needs on this machine.
func Doctor(ctx context.Context) []Check { return nil }

// InstallMissing installs what failed in checks with apt-get, as root on Debian or Ubuntu, and says so on out.
func InstallMissing(ctx context.Context, checks []Check, out io.Writer) error { return nil }
