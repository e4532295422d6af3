package neo4j

import (
	"fmt"
	"net"
)

const (
	// FreePort as a port in Options takes any free one.
	FreePort = -1

	defaultBoltPort = 17687
	defaultHTTPPort = 17474
)

// ports are where a server listens on loopback.
type ports struct {
	Bolt int `json:"bolt_port"`
	HTTP int `json:"http_port"`
}

// choosePorts gives the first of the wanted ports that is free, else any free one; last are those of the last start.
func choosePorts(opts Options, last ports) (ports, error) {
	bolt, boltPort, err := listen(wanted(opts.BoltPort, last.Bolt, defaultBoltPort))
	if err != nil {
		return ports{}, err
	}
	defer bolt.Close()
	http, httpPort, err := listen(wanted(opts.HTTPPort, last.HTTP, defaultHTTPPort))
	if err != nil {
		return ports{}, err
	}
	defer http.Close()
	return ports{Bolt: boltPort, HTTP: httpPort}, nil
}

// wanted lists the ports to try in order; 0 at the end stands for any.
func wanted(option, last, standard int) []int {
	switch {
	case option == FreePort:
		return []int{0}
	case option != 0:
		return []int{option, 0}
	case last != 0:
		return []int{last, standard, 0}
	default:
		return []int{standard, 0}
	}
}

// listen holds the first port that can be had.
func listen(wanted []int) (net.Listener, int, error) {
	var err error
	for _, port := range wanted {
		var listener net.Listener
		listener, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return listener, listener.Addr().(*net.TCPAddr).Port, nil
		}
	}
	return nil, 0, fmt.Errorf("find a free port: %w", err)
}
