package ingest

import "time"

// clock measures phases.
type clock struct{ start, last time.Time }

func startClock() *clock {
	now := time.Now()
	return &clock{start: now, last: now}
}

// lap gives the seconds since the last lap.
func (c *clock) lap() float64 {
	now := time.Now()
	seconds := now.Sub(c.last).Seconds()
	c.last = now
	return seconds
}

func (c *clock) total() float64 { return time.Since(c.start).Seconds() }
