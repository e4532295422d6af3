// Package neo4j runs a Neo4j Community server of assay's own, without Docker and without an installation: the jars come
// from Maven by name and version, the server runs on Java 17 or 21 as a process of its own session, bound to loopback,
// with a password of its own making, and keeps its data below one directory.
//
// Up starts the server or joins the one that runs already, Down stops it, Look says how it stands. Nothing here needs
// the Neo4j driver: readiness is asked over Neo4j's HTTP query API (HTTPProbe) or by a Probe of the caller.
package neo4j

import (
	"context"
	"path/filepath"
	"time"
)

// Mode says what a server is made for.
type Mode string

const (
	// Quick starts fastest: class-data archive, first compiler only, no Graph Data Science. For tests and one-shot runs.
	Quick Mode = "quick"
	// Long answers fastest: full compiler and Graph Data Science. For a server that stays.
	Long Mode = "long"
)

// Options says where a managed server lives and how it is started.
type Options struct {
	// Home is assay's data directory; the server keeps everything below Home/neo4j.
	Home string
	// Jars holds the server's jars and class-data archives; empty means Home/neo4j/jars. Several homes may share it.
	Jars string
	// Mode is Long when empty.
	Mode Mode
	// BoltPort and HTTPPort are the ports to try first; 0 means those of the last start, else 17687 and 17474.
	BoltPort, HTTPPort int
	// Probe tells whether the server answers; HTTPProbe when nil.
	Probe Probe
	// Logf hears what takes time or went another way than usual; nil for silence.
	Logf func(format string, args ...any)
}

// Address is how to reach a server.
type Address struct {
	URI      string `json:"uri"`
	HTTP     string `json:"http"`
	Username string `json:"username"`
	Password string `json:"-"`
	Database string `json:"database"`
	// Own is true of a server that the user runs: nothing here starts or stops it.
	Own bool `json:"-"`
}

// Browser is the address of Neo4j Browser.
func (a Address) Browser() string { return a.HTTP + "/browser/" }

// String is the address without its password, for logs.
func (a Address) String() string { return a.URI + " (" + a.HTTP + ")" }

// Probe runs one query against a server and says why it failed.
type Probe func(ctx context.Context, address Address) error

// Instance is a running server.
type Instance struct {
	Address
	PID       int       `json:"pid"`
	Mode      Mode      `json:"mode"`
	Java      string    `json:"java"`
	StartedAt time.Time `json:"started_at"`
	// Joined is true when the server ran before Up was called.
	Joined bool `json:"joined"`
	// Log is the file with what the server prints.
	Log string `json:"log"`
	// PasswordFile holds the password; only its owner can read it.
	PasswordFile string `json:"password_file"`
}

// Standing is what Look found out about a managed server.
type Standing struct {
	// Running is true when the server's process lives; Answers when a query was answered too.
	Running bool `json:"running"`
	Answers bool `json:"answers"`
	// Reason says why a running server does not answer.
	Reason string `json:"reason,omitempty"`
	// Instance is set while Running.
	Instance *Instance `json:"instance,omitempty"`
	// Home is the server's directory.
	Home string `json:"home"`
}

// dir is the server's own directory.
func (o Options) dir() string { return filepath.Join(o.Home, "neo4j") }
