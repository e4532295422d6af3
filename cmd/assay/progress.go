package main

import (
	"io"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress shows one bar a phase on a terminal, and nothing elsewhere.
type progress struct {
	bars  *mpb.Progress // nil without a terminal
	phase string
	bar   *mpb.Bar
}

// barWidth is the width of a bar in columns.
const barWidth = 60

func newProgress(to io.Writer) *progress {
	if !isTerminal(to) {
		return &progress{}
	}
	return &progress{bars: mpb.New(mpb.WithOutput(to), mpb.WithWidth(barWidth))}
}

// show moves the bar of a phase; a new phase ends the bar before.
func (p *progress) show(phase string, done, total int) {
	if p.bars == nil {
		return
	}
	if phase != p.phase {
		p.end()
		p.phase = phase
		p.bar = p.bars.AddBar(int64(total), mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(phase, decor.WC{W: 10})), mpb.AppendDecorators(decor.CountersNoUnit("%d / %d")))
	}
	if total > done {
		p.bar.SetTotal(int64(total), false)
	}
	p.bar.SetCurrent(int64(done))
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
