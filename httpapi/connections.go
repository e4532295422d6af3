package httpapi

import (
	"net"
	"sync"
)

// limitedListener accepts a connection only while there is a place for it.
type limitedListener struct {
	net.Listener
	places chan struct{}
	closed chan struct{}
	once   sync.Once
}

func limitConnections(listener net.Listener, limit int) net.Listener {
	return &limitedListener{Listener: listener, places: make(chan struct{}, limit), closed: make(chan struct{})}
}

// Accept waits for a place and then for a connection.
func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.places <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	connection, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	return &placedConnection{Conn: connection, leave: sync.OnceFunc(func() { <-l.places })}, nil
}

// Close ends waiting for places as well.
func (l *limitedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// placedConnection gives its place back when it is closed.
type placedConnection struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *placedConnection) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
