package journal

import (
	"slices"
	"time"
)

// run is the goroutine. Open starts it. It ends once it has written all that was there when Stop was called, and the
// file's end.
func (r *Recorder) run() {
	defer close(r.done)
	tick := time.NewTicker(atLeastEvery)
	defer tick.Stop()
	for {
		select {
		case <-r.wake:
		case <-tick.C:
		}
		items, stopped := r.take()
		r.write(items)
		if err := r.files.sync(); err != nil {
			r.failed(err, nil)
		}
		r.ask()
		r.publish()
		if stopped {
			r.ended = r.files.end()
			r.files.close()
			return
		}
	}
}

// take takes what is to be written.
func (r *Recorder) take() (items []item, stopped bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	items, r.queue = r.queue, nil
	if r.gap == "" {
		x := r.taken(0)
		r.queued += len(x.content)
		items = append(items, x)
	}
	return items, r.stopped
}

// write writes items; it puts the calls of several items into one frame.
func (r *Recorder) write(items []item) {
	lost := items // if the next write fails
	for len(items) > 0 {
		x, n := r.joined(items)
		if err := r.files.write(&x); err != nil {
			r.failed(err, lost)
			return
		}
		for i := range items[:n] {
			r.written(&items[i])
		}
		items = items[n:]
		if len(r.files.gap) == 0 { // else the next file is to begin with it
			lost = items
		}
	}
}

// joined is the first item, or the calls of as many as make a frame.
func (r *Recorder) joined(items []item) (x item, n int) {
	x = items[0]
	if x.kind != callsFrame {
		return x, 1
	}
	r.joint = r.joint[:0]
	for n < len(items) && items[n].kind == callsFrame && len(r.joint) < worthWriting {
		r.joint = append(r.joint, items[n].content...)
		x.end, x.now = items[n].end, max(x.now, items[n].now)
		n++
	}
	x.content = r.joint
	return x, n
}

// written keeps an item's memory for other records.
func (r *Recorder) written(x *item) {
	const few = 48 // what comes in while the goroutine waits for a processor
	r.mu.Lock()
	defer r.mu.Unlock()
	r.queued -= len(x.content)
	if cap(x.memory) > 0 && cap(x.memory) <= 2*worthHanding && len(r.spare) < few {
		r.spare = append(r.spare, x.memory)
	}
}

// failed begins a gap: what could not be written is missing, and all that waits. If a snapshot is
// among that, it is taken anew when there is room.
func (r *Recorder) failed(err error, items []item) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, x := range append(items, r.queue...) {
		if x.kind == gapFrame { // of which this one is a part
			r.state.Missing -= x.end - x.calls
			r.state.Gaps--
		}
	}
	r.queue, r.queued = nil, 0
	r.beginGap(err.Error(), r.files.calls)
	r.want = false
}

// ask asks the host for a snapshot if one is due and no snapshot waits to be written.
func (r *Recorder) ask() {
	r.mu.Lock()
	isComing := r.want || slices.ContainsFunc(r.queue, func(x item) bool { return x.kind == snapshotFrame })
	isGapped := r.gap != ""
	r.mu.Unlock() // since the file system may take its time to answer
	if !isComing && r.files.wantsSnapshot(isGapped) {
		r.mu.Lock()
		r.want = true
		r.mu.Unlock()
	}
}

// publish brings the status up to date.
func (r *Recorder) publish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.state
	s.Written, s.Bytes, s.Files, s.File = r.files.written, r.files.total(), len(r.files.files), r.files.name()
}
