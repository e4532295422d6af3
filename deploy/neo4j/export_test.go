package neo4j

import "context"

// StartOn starts a server on an HTTP port without looking whether it is free, and says whether it failed for that.
func StartOn(ctx context.Context, opts Options, httpPort int) (taken bool, err error) {
	opts, dir, err := opts.resolve()
	if err != nil {
		return false, err
	}
	boot, err := prepareLaunch(ctx, opts, dir)
	if err != nil {
		return false, err
	}
	boot.ports, err = choosePorts(opts, ports{})
	if err != nil {
		return false, err
	}
	boot.ports.HTTP = httpPort
	_, err = startAndAwait(ctx, boot, "secret", opts.Probe)
	return err != nil && portTaken(err), err
}
