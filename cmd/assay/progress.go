package main

import (
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress shows one bar a phase on a terminal that can redraw a line, and nothing elsewhere.
type progress struct {
	bars  *mpb.Progress // nil without a terminal
	phase string
	spins bool
	bar   *mpb.Bar
}

// Widths in columns.
const (
	barWidth  = 60
	nameWidth = 10
)

func (a *app) newProgress() *progress {
	if a.config.Dumb || !isTerminal(a.err) {
		return &progress{}
	}
	return &progress{bars: mpb.New(mpb.WithOutput(a.err), mpb.WithWidth(barWidth))}
}

// show moves the bar of a phase; a new phase ends the bar before. A phase without a known total has a spinner.
func (p *progress) show(phase string, done, total int) {
	if p.bars == nil {
		return
	}
	if phase != p.phase || p.spins && total > 0 {
		p.end()
		p.phase, p.spins = phase, total == 0
		p.bar = p.start(phase, total)
	}
	if total > done {
		p.bar.SetTotal(int64(total), false)
	}
	p.bar.SetCurrent(int64(done))
}

func (p *progress) start(phase string, total int) *mpb.Bar {
	name := mpb.PrependDecorators(decor.Name(phase, decor.WC{W: nameWidth}))
	if total == 0 {
		return p.bars.AddSpinner(0, mpb.BarRemoveOnComplete(), mpb.BarWidth(1), name)
	}
	counts := mpb.AppendDecorators(decor.CountersNoUnit("%d / %d"))
	return p.bars.AddBar(int64(total), mpb.BarRemoveOnComplete(), name, counts)
}

func (p *progress) end() {
	if p.bar != nil && !p.bar.Completed() {
		p.bar.Abort(true)
	}
}

// stop removes the last bar and waits until the terminal is quiet.
func (p *progress) stop() {
	if p.bars == nil {
		return
	}
	p.end()
	p.bars.Wait()
}
