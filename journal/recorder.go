package journal

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// recorder is a recording that is being made. The host's thread puts records together
// and hands them over; a goroutine compresses and writes them.
//
// Invariants:
//  1. queue and buffer are, in this order, what is not written yet;
//  2. while there is a gap, what is in buffer is of no use; what is in queue is from
//     before.
type recorder struct {
	options Options
	wake    chan struct{} // that there is something to write, or that it is to stop
	done    chan struct{}

	want     atomic.Bool // a snapshot
	isGapped atomic.Bool // there is a gap
	cycles   atomic.Uint64

	mu      sync.Mutex
	buffer  lockFreeBuffer // the latest records; what of it mu guards, it says
	spare   [][]byte
	queue   []item
	queued  int    // bytes that were handed over and are not written yet
	gap     string // why calls are missing; empty while none are
	gapFrom uint64 // how many calls there were before it
	stopped bool
	state   Status

	// The goroutine's.
	files  *writer
	packer calls.Packer
	packed []byte
	ended  error // of writing the end, once done is closed
}

// item is something to write: calls, a snapshot or a gap.
type item struct {
	kind    frameKind
	content []byte
	calls   uint64 // how many there were before it
	end     uint64 // and after it
	now     alloc.Time
	memory  []byte // for other records, once it is written
}

const (
	mostWaiting  = 64 << 20  // bytes that may wait to be written
	worthWriting = 256 << 10 // from so many bytes on, packed calls are a frame
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

// startRecorder opens the folder and takes the first snapshot, which the goroutine writes.
func startRecorder(o Options, a *core.View) (*recorder, error) {
	state, pause, err := snapshotOf(a)
	if err != nil {
		return nil, err
	}
	r := &recorder{options: o, wake: make(chan struct{}, 1), done: make(chan struct{})}
	r.notePause(pause)
	r.buffer.reset(0, nil)
	first := item{kind: snapshotFrame, content: state, now: a.Now()}
	r.files, err = startWriter(&r.options, &first)
	if err != nil {
		return nil, err
	}
	r.queue, r.queued = []item{first}, len(state)
	r.publish()
	r.signal()
	go r.run()
	return r, nil
}

// finish ends the record of a call.
func (r *recorder) finish(a *core.View) {
	o := &r.buffer
	if o.hasMoved() {
		r.mu.Lock()
		o.memory = o.w.Buf
		r.mu.Unlock()
	}
	if o.finish() >= worthHanding {
		r.mu.Lock()
		r.handOver(a.Now())
		r.mu.Unlock()
	}
	if r.want.Load() {
		r.snapshot(a)
	}
}

// skip counts a call that is missing. A snapshot may end the gap.
func (r *recorder) skip(a *core.View) {
	r.mu.Lock()
	r.buffer.reset(r.buffer.calls()+1, r.buffer.memory)
	r.mu.Unlock()
	if r.want.Load() {
		r.snapshot(a)
	}
}

// handOver puts the latest records into the queue, and has others begun. If too much
// waits there, a gap begins instead.
func (r *recorder) handOver(now alloc.Time) {
	x := r.buffer.rest(now)
	switch {
	case r.gap != "": // since the call began
	case r.queued+len(x.content) > mostWaiting:
		r.beginGap("the folder takes no more", x.calls)
	default:
		x.memory = r.buffer.memory
		r.queued += len(x.content)
		r.queue = append(r.queue, x)
		r.signal()
	}
	// In other memory: what the goroutine has taken of this, it may not have read yet.
	r.buffer.reset(x.end, r.memory())
}

// memory returns some for records.
func (r *recorder) memory() (b []byte) {
	if last := len(r.spare) - 1; last >= 0 {
		b, r.spare = r.spare[last], r.spare[:last]
	}
	return b
}

// beginGap begins a gap, or says that the present one began earlier.
func (r *recorder) beginGap(reason string, from uint64) {
	if r.gap == "" {
		r.state.Gaps++
	}
	r.gap, r.gapFrom = reason, from
	r.isGapped.Store(true)
}

// missing is how many calls are in the present gap.
func (r *recorder) missing() uint64 {
	if r.gap == "" {
		return 0
	}
	return r.buffer.calls() - r.gapFrom
}

func (r *recorder) signal() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// snapshot hands over the whole state. It ends a gap.
func (r *recorder) snapshot(a *core.View) {
	state, pause, err := snapshotOf(a)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.want.Store(false)
	r.notePause(pause)
	if err != nil {
		return
	}
	calls := r.buffer.calls()
	if r.buffer.rest(0).calls != calls {
		r.handOver(a.Now())
	}
	if r.gap != "" {
		var w wire.Writer
		w.Uint(r.missing())
		w.Text(r.gap)
		r.queue = append(r.queue, item{kind: gapFrame, content: w.Buf, calls: r.gapFrom, end: calls, now: a.Now()})
		r.queued += len(w.Buf)
		r.state.Missing += r.missing()
		r.gap = ""
		r.isGapped.Store(false)
	}
	r.queued += len(state)
	r.queue = append(r.queue, item{kind: snapshotFrame, content: state, calls: calls, end: calls, now: a.Now()})
	r.signal()
}

func (r *recorder) notePause(d time.Duration) {
	r.state.LastPause, r.state.LongestPause = d, max(d, r.state.LongestPause)
	r.state.Snapshots++
}

func (r *recorder) status() *Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	s.Calls, s.Cycles, s.Gap = r.buffer.calls(), r.cycles.Load(), r.gap
	s.Waiting = r.queued + len(r.buffer.rest(0).content)
	s.Missing += r.missing()
	return &s
}

// longestStop is how long the host waits for a disk when it stops a recording.
var longestStop = 5 * time.Second

// stop has the goroutine write what there is, end the file and unlock the folder, and
// waits for that, but not for a disk that does not go on.
func (r *recorder) stop() error {
	r.mu.Lock()
	r.stopped = true
	r.mu.Unlock()
	r.signal()
	select {
	case <-r.done:
	case <-time.After(longestStop):
		return fmt.Errorf("%w, which has %d bytes to write", ErrWaiting, r.status().Waiting)
	}
	if r.gap != "" { // and nobody is left who could change it
		return gapError(r.gap)
	}
	return r.ended
}

// gapError says that the recording ends with a gap.
type gapError string

func (e gapError) Error() string { return "journal: the latest calls are missing: " + string(e) }
