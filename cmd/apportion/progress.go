package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A progress shows on a terminal how much time has been simulated. It may be used by
// several goroutines.
type progress struct {
	mutex sync.Mutex
	bar   *progressbar.ProgressBar // nil: nothing is shown
	name  string
	done  time.Duration
	total time.Duration
}

func newProgress(w io.Writer, name string, total time.Duration, quiet bool) *progress {
	terminal := terminalOf(w)
	if quiet || terminal == nil {
		return &progress{}
	}
	return showProgress(terminal, terminalName(name), total, 100*time.Millisecond)
}

// showProgress shows it on whatever w is, at most so often.
func showProgress(w io.Writer, name string, total, every time.Duration) *progress {
	return &progress{name: name, total: total, bar: newBar(w, int64(total/time.Millisecond), every)}
}

// newBar shows how much of all is done, and in how long the rest will be.
func newBar(w io.Writer, all int64, every time.Duration, options ...progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions64(all, append(options,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(every),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish())...)
}

func (p *progress) add(simulated time.Duration) {
	if p.bar == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done += simulated
	p.bar.Describe(fmt.Sprintf("%s: %v of %v simulated", p.name, p.done.Truncate(time.Second), p.total))
	p.bar.Set64(int64(p.done / time.Millisecond))
}

// finish takes it away, if it was ever shown.
func (p *progress) finish() {
	if p != nil && p.bar != nil {
		p.bar.Finish()
	}
}
