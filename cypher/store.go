// Package cypher is the store: all Cypher text of assay, one statement a file, the schema's migrations, and the
// sessions that run statements against Neo4j. It is the only importer of the Neo4j driver; its sub-packages add
// protocols (publish) on top of it, not a second way to the database.
package cypher

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/notifications"
)

// Limits of time. The server polls its timeouts, so each context ends a little later than the transaction should.
const (
	connectTimeout     = 5 * time.Second
	defaultReadTimeout = 30 * time.Second
	defaultWriteTime   = 15 * time.Minute
	timeoutMargin      = 2 * time.Second
	maxConnections     = 64
)

// Config says which database to use.
type Config struct {
	URI      string // bolt:// for one server, neo4j:// for a cluster; with +s for TLS
	Username string // "" for a server without authentication
	Password string
	Database string // "" for the server's default
	// Own is true of a server that the user runs: errors do not advise to start the managed one first.
	Own bool

	ReadTimeout  time.Duration // of one reading statement; 30 s when 0
	WriteTimeout time.Duration // of one writing transaction; 15 min when 0

	// Observe is told each reading statement that is sent, and must leave the parameters as they are; nil for nobody.
	Observe func(text string, params Params) `json:"-"`
}

// Params are the parameters of a statement: the only way for a value into it.
type Params = map[string]any

// Store is an open connection pool to one database. It is safe for concurrent use.
type Store struct {
	driver    neo4j.DriverWithContext
	config    Config
	bookmarks neo4j.BookmarkManager // nil for a single server
	texts     map[Statement]string
}

// Open connects to the database and checks, within seconds, that it answers, that it takes the password, that the
// database exists, and that the server knows the Cypher that assay speaks.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	texts, err := load()
	if err != nil {
		return nil, err
	}
	if cfg.ReadTimeout == 0 {
		cfg.ReadTimeout = defaultReadTimeout
	}
	if cfg.WriteTimeout == 0 {
		cfg.WriteTimeout = defaultWriteTime
	}
	auth := neo4j.NoAuth()
	if cfg.Username != "" {
		auth = neo4j.BasicAuth(cfg.Username, cfg.Password, "")
	}
	if parsed, err := url.Parse(cfg.URI); err == nil && parsed.Host == "" {
		return nil, badAddress(cfg.URI, errors.New("it names no host"))
	}
	driver, err := neo4j.NewDriverWithContext(cfg.URI, auth, configure)
	if err != nil {
		return nil, badAddress(cfg.URI, err)
	}
	store := &Store{driver: driver, config: cfg, texts: texts}
	if strings.HasPrefix(cfg.URI, "neo4j") {
		store.bookmarks = neo4j.NewBookmarkManager(neo4j.BookmarkManagerConfig{})
	}
	if err := store.ping(ctx); err != nil {
		_ = driver.Close(ctx) // the reason for closing is told instead
		return nil, err
	}
	return store, nil
}

func configure(c *config.Config) {
	c.MaxConnectionPoolSize = maxConnections
	c.SocketConnectTimeout = connectTimeout
	c.ConnectionAcquisitionTimeout = defaultReadTimeout
	c.MaxTransactionRetryTime = connectTimeout
	c.FetchSize = 2000
	c.NotificationsMinSeverity = notifications.DisabledLevel
}

// Close ends all connections.
func (s *Store) Close(ctx context.Context) error {
	if err := s.driver.Close(ctx); err != nil {
		return fmt.Errorf("close the connections to %s: %w", s.config.URI, err)
	}
	return nil
}

func (s *Store) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout+timeoutMargin)
	defer cancel()
	session := s.session(ctx, neo4j.AccessModeRead)
	defer session.Close(ctx)
	text, err := s.text(ReadPing)
	if err != nil {
		return err
	}
	result, err := session.Run(ctx, text, nil)
	if err != nil {
		return s.openFault(err)
	}
	summary, err := result.Consume(ctx)
	if err != nil {
		return s.openFault(err)
	}
	return checkVersion(summary.Server().Agent())
}

func (s *Store) session(ctx context.Context, mode neo4j.AccessMode) neo4j.SessionWithContext {
	return s.driver.NewSession(ctx, neo4j.SessionConfig{
		AccessMode:      mode,
		DatabaseName:    s.config.Database,
		BookmarkManager: s.bookmarks,
	})
}

// checkVersion wants Neo4j 5.26 or later, from the server's own "Neo4j/5.26.28": dynamic labels and types came there.
func checkVersion(agent string) error {
	_, version, _ := strings.Cut(agent, "/")
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	high, errHigh := strconv.Atoi(major)
	low, errLow := strconv.Atoi(minor)
	if errHigh != nil || errLow != nil || high > 5 || high == 5 && low >= 26 {
		return nil // calendar versions and servers that hide theirs are newer
	}
	return tooOld(agent)
}
