package faults

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"sync"
)

// proxy stands before the database with an address that stays: while a server is down its port may go to somebody else,
// even to those who try to connect to it.
type proxy struct {
	listener net.Listener
	mutex    sync.Mutex
	target   string // host:port
	group    sync.WaitGroup
}

// openProxy listens until close.
func openProxy() (*proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen before the database: %w", err)
	}
	p := &proxy{listener: listener}
	p.group.Go(p.accept)
	return p, nil
}

// uri is the address that stays.
func (p *proxy) uri() string { return "bolt://" + p.listener.Addr().String() }

// lead sends new connections to the server at a URI.
func (p *proxy) lead(uri string) error {
	parsed, err := url.Parse(uri)
	if err != nil {
		return fmt.Errorf("read the address of the database: %w", err)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.target = parsed.Host
	return nil
}

func (p *proxy) close() {
	_ = p.listener.Close()
	p.group.Wait()
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // closed
		}
		p.group.Go(func() { p.carry(client) })
	}
}

// carry joins a client with the server until one of them leaves.
func (p *proxy) carry(client net.Conn) {
	defer client.Close()
	p.mutex.Lock()
	target := p.target
	p.mutex.Unlock()
	server, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", target)
	if err != nil {
		return // as the server is down
	}
	defer server.Close()
	var group sync.WaitGroup
	group.Go(func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	})
	_, _ = io.Copy(client, server)
	_ = client.Close()
	group.Wait()
}
