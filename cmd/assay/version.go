package main

import (
	"cmp"
	"runtime/debug"
)

// version is what the build knows of its own: the module's version, or the commit, or that it knows neither.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	commit := ""
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			commit = setting.Value
		}
	}
	return cmp.Or(commit, "(devel)")
}
