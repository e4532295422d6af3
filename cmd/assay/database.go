package main

import (
	"context"

	"assay/deploy/neo4j"
)

// database is the server that the graph lives in. Instance has no more than the address when the server is the user's.
type database struct {
	neo4j.Instance
	managed bool
	// started is true when this process started the managed server.
	started bool
}

// database is the user's own server where one is given, else the managed one, which is started when it does not run.
func (a *app) database(ctx context.Context, mode neo4j.Mode) (database, error) {
	if own := a.config.Neo4j; own.URI != "" {
		address := neo4j.Address{URI: own.URI, Username: own.Username, Password: own.Password.Reveal(), Database: own.Database, Own: true}
		if own.Password == "" {
			address.Username = "" // a server without authentication
		}
		return database{Instance: neo4j.Instance{Address: address}}, nil
	}
	options := a.managed(mode)
	standing, err := neo4j.Look(ctx, options)
	if err != nil {
		return database{}, err
	}
	if !standing.Running {
		a.note("starting Neo4j in %s; assay down stops it", standing.Home)
	}
	instance, err := neo4j.Up(ctx, options)
	return database{Instance: instance, managed: true, started: !instance.Joined}, err
}

// managed are the options of the managed server.
func (a *app) managed(mode neo4j.Mode) neo4j.Options {
	return neo4j.Options{Home: a.config.Home, Mode: mode, Logf: a.note}
}
