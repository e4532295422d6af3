package faults

import (
	"context"
	"fmt"
	"os"

	"assay/deploy/neo4j"
)

// Managed is a managed server with a data directory of its own.
type Managed struct {
	options  neo4j.Options
	instance neo4j.Instance
}

// StartManaged starts one below the home directory; jars are shared with other servers.
func StartManaged(ctx context.Context, home, jars string, logf func(string, ...any)) (*Managed, error) {
	m := &Managed{options: neo4j.Options{Home: home, Jars: jars, Mode: neo4j.Quick, Logf: logf}}
	return m, m.Start(ctx)
}

// Address implements Server.
func (m *Managed) Address() neo4j.Address { return m.instance.Address }

// Kill implements Server.
func (m *Managed) Kill() error {
	process, err := os.FindProcess(m.instance.PID)
	if err != nil {
		return fmt.Errorf("find Neo4j: %w", err)
	}
	return process.Kill()
}

// Start implements Server.
func (m *Managed) Start(ctx context.Context) error {
	instance, err := neo4j.Up(ctx, m.options)
	if err != nil {
		return err
	}
	m.instance = instance
	return nil
}

// Stop ends the server.
func (m *Managed) Stop(ctx context.Context) error {
	_, err := neo4j.Down(ctx, m.options)
	return err
}
