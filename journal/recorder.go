package journal

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

// recorder is a recording that is being made. The host's thread puts records together
// and hands them over; a goroutine compresses and writes them.
//
// Invariants:
//  1. queue and open are, in this order, what is not written yet;
//  2. while there is a gap, open is empty and nothing is put into it; what is in queue
//     is from before.
type recorder struct {
	options Options
	wake    chan struct{} // that there is something to write, or that it is to stop
	done    chan struct{}

	want     atomic.Bool // a snapshot
	isGapped atomic.Bool // there is a gap

	mu      sync.Mutex
	open    []byte // records that are not handed over yet
	spare   [][]byte
	first   uint64 // number of the call that open begins with
	calls   uint64 // made since the recording was switched on, those in gaps included
	queue   []item
	queued  int    // bytes in queue
	gap     string // why calls are missing; empty while none are
	missing uint64 // calls of the gap
	stopped bool
	state   Status

	files *writer // the goroutine's
}

// item is something to write: calls, a snapshot or a gap.
type item struct {
	kind    frameKind
	content []byte
	calls   uint64 // how many there were before it
	end     uint64 // and after it
	now     core.Time
}

const (
	worthWriting = 256 << 10              // from so many bytes on, records are handed over
	mostWaiting  = 64 << 20               // bytes that may wait to be written
	atLeastEvery = 200 * time.Millisecond // records are written
)

// Status says how far a recording is.
type Status struct {
	Calls, Cycles uint64
	Missing       uint64 // calls in gaps
	Gaps          int
	Gap           string // why there is one now; empty if there is none
	Snapshots     int
	LastPause     time.Duration // for a snapshot
	LongestPause  time.Duration
	Waiting       int   // bytes that are not written yet
	Written       int64 // bytes since the recording was switched on
	Bytes         int64 // of all files in the folder
	Files         int
	File          string // that is being written
}

// startRecorder opens the folder and writes the first snapshot.
func startRecorder(o Options, a *core.Allocator) (*recorder, error) {
	state, pause, err := snapshotOf(a)
	if err != nil {
		return nil, err
	}
	r := &recorder{options: o, wake: make(chan struct{}, 1), done: make(chan struct{})}
	r.notePause(pause)
	if r.files, err = startWriter(&r.options, &item{snapshotFrame, state, 0, 0, a.Now()}); err != nil {
		return nil, err
	}
	r.publish()
	go r.run()
	return r, nil
}

// takes reports whether a call that has been made is to be recorded. Where it is not,
// it counts as missing, and a snapshot may end the gap.
func (r *recorder) takes(a *core.Allocator) bool {
	if !r.isGapped.Load() {
		return true
	}
	r.mu.Lock()
	r.calls++
	r.missing++
	r.mu.Unlock()
	if r.want.Load() {
		r.snapshot(a)
	}
	return false
}

// add takes over the record of a call.
func (r *recorder) add(record []byte, a *core.Allocator) {
	r.mu.Lock()
	if r.gap != "" { // since takes was asked
		r.calls++
		r.missing++
		r.mu.Unlock()
		return
	}
	if len(r.open) == 0 {
		r.first = r.calls
	}
	r.calls++
	r.open = append(r.open, record...)
	if op(record[0]) == opAllocate {
		r.state.Cycles++
	}
	if len(r.open) >= worthWriting {
		r.handOver(a.Now())
	}
	r.mu.Unlock()
	if r.want.Load() {
		r.snapshot(a)
	}
}

// handOver puts the open records into the queue. If too much waits there, a gap
// begins instead.
func (r *recorder) handOver(now core.Time) {
	if len(r.open) == 0 {
		return
	}
	if r.queued+len(r.open) > mostWaiting {
		r.beginGap("the folder takes no more", r.calls-r.first)
		return
	}
	r.queued += len(r.open)
	r.queue = append(r.queue, r.takeOpen(now))
	r.signal()
}

// takeOpen takes the open records, and has others begun.
func (r *recorder) takeOpen(now core.Time) item {
	x := item{callsFrame, r.open, r.first, r.calls, now}
	r.open = nil
	if last := len(r.spare) - 1; last >= 0 {
		r.open, r.spare = r.spare[last], r.spare[:last]
	}
	return x
}

// beginGap drops the open records, which are the latest calls.
func (r *recorder) beginGap(reason string, calls uint64) {
	r.gap, r.missing, r.open = reason, calls, r.open[:0]
	r.isGapped.Store(true)
	r.state.Gaps++
}

func (r *recorder) signal() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// snapshot hands over the whole state. It ends a gap.
func (r *recorder) snapshot(a *core.Allocator) {
	state, pause, err := snapshotOf(a)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.want.Store(false)
	r.notePause(pause)
	if err != nil {
		return
	}
	r.handOver(a.Now())
	if r.gap != "" {
		var w wire.Writer
		w.Uint(r.missing)
		w.Text(r.gap)
		r.queue = append(r.queue, item{gapFrame, w.Buf, r.calls - r.missing, r.calls, a.Now()})
		r.state.Missing += r.missing
		r.gap, r.missing = "", 0
		r.isGapped.Store(false)
	}
	r.queued += len(state)
	r.queue = append(r.queue, item{snapshotFrame, state, r.calls, r.calls, a.Now()})
	r.signal()
}

func (r *recorder) notePause(d time.Duration) {
	r.state.LastPause, r.state.LongestPause = d, max(d, r.state.LongestPause)
	r.state.Snapshots++
}

// run is the goroutine.
func (r *recorder) run() {
	defer close(r.done)
	tick := time.NewTicker(atLeastEvery)
	defer tick.Stop()
	for {
		select {
		case <-r.wake:
		case <-tick.C:
		}
		items, stopped := r.take()
		for i := range items {
			if err := r.files.write(&items[i]); err != nil {
				r.failed(err)
				break
			}
			r.recycle(&items[i])
		}
		r.files.sync()
		r.ask()
		r.publish()
		if stopped {
			return
		}
	}
}

// take takes what is to be written.
func (r *recorder) take() (items []item, stopped bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	items, r.queue, r.queued = r.queue, nil, 0
	if len(r.open) > 0 {
		items = append(items, r.takeOpen(0))
	}
	return items, r.stopped
}

// recycle keeps the memory of a few records for others.
func (r *recorder) recycle(x *item) {
	const few = 4
	r.mu.Lock()
	defer r.mu.Unlock()
	if x.kind == callsFrame && len(r.spare) < few && cap(x.content) <= 2*worthWriting {
		r.spare = append(r.spare, x.content[:0])
	}
}

// failed begins a gap with what could not be written, and all that waits. A snapshot
// among that is taken anew when there is room.
func (r *recorder) failed(err error) {
	from := r.files.calls
	r.mu.Lock()
	defer r.mu.Unlock()
	r.queue, r.queued = nil, 0
	if r.gap == "" {
		r.state.Gaps++
	}
	r.gap, r.missing, r.open = err.Error(), r.calls-from, r.open[:0]
	r.isGapped.Store(true)
	r.want.Store(false)
}

// ask asks for a snapshot where one is due.
func (r *recorder) ask() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.want.Load() && len(r.queue) == 0 {
		r.want.Store(r.files.wantsSnapshot(r.gap != ""))
	}
}

// publish brings the status up to date.
func (r *recorder) publish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.state
	s.Written, s.Bytes, s.Files, s.File = r.files.written, r.files.total(), len(r.files.files), r.files.name()
}

func (r *recorder) status() *Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	s.Calls, s.Gap, s.Waiting = r.calls, r.gap, r.queued+len(r.open)
	s.Missing += r.missing
	return &s
}

// stop writes what there is, ends the file and unlocks the folder.
func (r *recorder) stop() error {
	r.mu.Lock()
	r.stopped = true
	r.mu.Unlock()
	r.signal()
	<-r.done
	err := r.files.end()
	r.files.close()
	if r.gap != "" { // and nobody is left who could change it
		return gapError(r.gap)
	}
	return err
}

// gapError says that the recording ends with a gap.
type gapError string

func (e gapError) Error() string { return "journal: the latest calls are missing: " + string(e) }
