package main

import (
	_ "github.com/smacker/go-tree-sitter"
	_ "github.com/tree-sitter/tree-sitter-python/bindings/go"
	_ "modernc.org/sqlite"
	_ "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	_ "github.com/spf13/cobra"
	_ "github.com/go-chi/chi/v5"
	_ "github.com/rs/zerolog"
	_ "github.com/fxamacker/cbor/v2"
)

func main() {}
