package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"assay/httpapi"
	"assay/internal/fault"
)

// Limits of a ping: a health check is repeated soon.
const (
	pingTime  = 4 * time.Second
	pingReply = 64 << 10 // bytes
)

// pong is the reply of ping.
type pong struct {
	Service string `json:"service"` // address of the API
	Ready   bool   `json:"ready"`
}

func newPing(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "ping", Short: "Ask a running service whether it and its database answer", Args: cobra.NoArgs,
		Long: "Ask the service at --listen whether it and its database answer: for health checks of containers and of systemd.\n" +
			"Ends with 0 when both do, else with 7.",
		Example: "  assay ping\n  assay ping --listen 127.0.0.1:17600 && echo ready",
		RunE: func(cmd *cobra.Command, _ []string) error {
			found, err := ping(cmd.Context(), a.config.Listen)
			if err != nil {
				return err
			}
			return a.show(found, func(p *printer) { p.line("the service at %s is ready", found.Service) })
		},
	}
	addListenFlag(cmd)
	return cmd
}

// ping asks the service that listens on an address.
func ping(ctx context.Context, listen string) (pong, error) {
	ctx, cancel := context.WithTimeout(ctx, pingTime)
	defer cancel()
	service := "http://" + reachable(listen)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, service+"/readyz", nil)
	if err != nil {
		return pong{}, fault.New(fault.Invalid, "%s is no address of a service", service).Because(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return pong{}, fault.New(fault.Unavailable, "no service answers at %s", service).Fix("assay serve starts one").Because(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return pong{}, fault.New(fault.Unavailable, "the service at %s is not ready: %s", service, refusal(response))
	}
	return pong{Service: service, Ready: true}, nil
}

// reachable is where to reach a listener: one on every address is reached over loopback.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return listen
}

// refusal is what a service says about why it is not ready.
func refusal(response *http.Response) string {
	var problem httpapi.Problem
	body, err := io.ReadAll(io.LimitReader(response.Body, pingReply))
	if err == nil && json.Unmarshal(body, &problem) == nil && problem.Detail != "" {
		return problem.Detail
	}
	return fmt.Sprintf("it replied %s", response.Status)
}
