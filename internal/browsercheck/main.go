// Command browsercheck logs in to the managed server's Neo4j Browser in a headless Chromium as a person would, runs one
// Cypher statement that draws a part of a loaded graph, counts the drawn nodes and relationships, and keeps a
// screenshot. It fails when nothing was drawn.
//
//	go run ./internal/browsercheck -http http://127.0.0.1:17474 -bolt 127.0.0.1:17687 -password-file FILE
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// patience bounds each wait for the page; a cold Browser takes some seconds on a busy machine.
const patience = 60 * time.Second

type settings struct {
	http, bolt, user, passwordFile, statement, screenshot, chromium string
}

func main() {
	var s settings
	flag.StringVar(&s.http, "http", "http://127.0.0.1:17474", "address of the server's HTTP port")
	flag.StringVar(&s.bolt, "bolt", "127.0.0.1:17687", "host and port of Bolt")
	flag.StringVar(&s.user, "user", "neo4j", "user name")
	flag.StringVar(&s.passwordFile, "password-file", "", "file that holds the password")
	flag.StringVar(&s.statement, "statement", "MATCH p=(:Function)-[:CALLS]->(:Function) RETURN p LIMIT 40", "what to draw")
	flag.StringVar(&s.screenshot, "screenshot", "browser.png", "where the picture goes")
	flag.StringVar(&s.chromium, "chromium", "chromium", "the browser's executable")
	flag.Parse()
	nodes, edges, err := check(context.Background(), s)
	if err != nil {
		fmt.Fprintln(os.Stderr, "browsercheck:", err)
		os.Exit(1)
	}
	fmt.Printf("drawn nodes: %d, drawn relationships: %d, picture: %s\n", nodes, edges, s.screenshot)
}

func check(ctx context.Context, s settings) (nodes, edges int, err error) {
	password, err := os.ReadFile(s.passwordFile)
	if err != nil {
		return 0, 0, fmt.Errorf("read the password: %w", err)
	}
	// As root, in containers and CI, Chromium starts only without its sandbox; the page is our own server's.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.ExecPath(s.chromium), chromedp.WindowSize(1400, 1000))
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	defer stop()
	ctx, stop = chromedp.NewContext(ctx)
	defer stop()
	if err := chromedp.Do(ctx, chromedp.Navigate(s.http+"/browser/?connectURL=bolt://"+s.bolt)); err != nil {
		return 0, 0, fmt.Errorf("open Neo4j Browser: %w", err)
	}
	if err := login(ctx, s.user, strings.TrimSpace(string(password))); err != nil {
		return 0, 0, fmt.Errorf("log in: %w", err)
	}
	nodes, edges, err = draw(ctx, s.statement)
	if err != nil {
		return 0, 0, fmt.Errorf("draw the graph: %w", err)
	}
	if err := keepPicture(ctx, s.screenshot); err != nil {
		return 0, 0, fmt.Errorf("keep the picture: %w", err)
	}
	if nodes == 0 || edges == 0 {
		return nodes, edges, errors.New("the graph was not drawn; see the picture")
	}
	return nodes, edges, nil
}

// draw runs the statement until something is drawn: right after the log-in, Browser may still say that it has no
// connection.
func draw(ctx context.Context, statement string) (nodes, edges int, err error) {
	for deadline := time.Now().Add(patience); edges == 0 && time.Now().Before(deadline); {
		if err := run(ctx, statement); err != nil {
			return 0, 0, err
		}
		if nodes, edges, err = settle(ctx); err != nil {
			return 0, 0, err
		}
	}
	return nodes, edges, nil
}

func login(ctx context.Context, user, password string) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return chromedp.Do(ctx,
		chromedp.SendKeys(field("username"), user),
		chromedp.SendKeys(field("password"), password),
		chromedp.Click(field("connect")),
		chromedp.WaitNotPresent(`[data-testid="disconnectedBanner"]`),
	)
}

func run(ctx context.Context, statement string) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return chromedp.Do(ctx,
		chromedp.Click(`[data-testid="activeEditor"] .view-lines`),
		chromedp.KeyEvent(statement),
		chromedp.Click(field("editor-Run")),
	)
}

// settle waits until the picture has stopped growing, a few seconds at most, and counts what is drawn.
func settle(ctx context.Context) (nodes, edges int, err error) {
	last := -1
	for range 8 {
		time.Sleep(time.Second)
		drawn, err := chromedp.Run(ctx, chromedp.Evaluate[[]int](
			`["svg g.node", "svg g.relationship"].map(s => document.querySelectorAll(s).length)`))
		if err != nil {
			return 0, 0, fmt.Errorf("count: %w", err)
		}
		if nodes, edges = drawn[0], drawn[1]; edges > 0 && nodes+edges == last {
			break
		}
		last = nodes + edges
	}
	return nodes, edges, nil
}

func keepPicture(ctx context.Context, path string) error {
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return os.WriteFile(path, picture, 0o644)
}

func field(testID string) string { return `[data-testid="` + testID + `"]` }
