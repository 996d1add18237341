package journal

import (
	"bytes"
	"fmt"
	"sync"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// A Recorder is a recording that is being made. The host's thread puts records together
// and hands them over; a goroutine compresses and writes them.
//
// Threads: Stop is a call that changes something, as Open is. Status may be called at any time. Nobody
// holds mu while something is compressed or written.
//
// Invariants:
//  1. what is not written yet is in queue and then in latest;
//  2. while there is a gap, what is in latest is of no use, and what is in queue is from before the gap.
type Recorder struct {
	allocator *core.Allocator // nil once the recording has been stopped

	options Options
	wake    chan struct{} // that there is something to write, or that it is to stop
	done    chan struct{}

	mu      sync.Mutex
	encoder calls.Encoder
	latest  []byte // records that were not handed over
	first   uint64 // how many calls there were before these
	calls   uint64 // how many there are, recorded or not
	cycles  uint64 // that were recorded
	want    bool   // a snapshot: the goroutine asks for it, and the next call of the host takes it
	spare   [][]byte
	queue   []item
	queued  int    // bytes that were handed over and are not written yet
	gap     string // why calls are missing; empty while none are
	gapFrom uint64 // how many calls there were before it
	stopped bool
	state   Status

	// The goroutine's.
	files *writer
	joint []byte
	ended error // of writing the end, once done is closed
}

// worthWriting is how many bytes of calls the goroutine puts into one frame before it writes it.
const worthWriting = 256 << 10

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

// Open switches recording on. It takes a snapshot and begins a file, to find out whether the folder
// takes one. The goroutine writes the snapshot later, as it writes everything.
//
// Errors: ErrRecording, ErrLocked, ErrBytes, ErrOptions, and those of the file system.
func Open(a *core.Allocator, o Options) (*Recorder, error) {
	if a.Recorder() != nil {
		return nil, ErrRecording
	}
	if err := o.complete(); err != nil {
		return nil, err
	}
	state, pause, err := snapshotOf(&a.View)
	if err != nil {
		return nil, err
	}
	r := &Recorder{allocator: a, options: o, wake: make(chan struct{}, 1), done: make(chan struct{})}
	r.noteSnapshot(pause)
	r.latest = r.memory()
	first := item{kind: snapshotFrame, content: state, now: a.Now()}
	r.files, err = startWriter(&r.options, &first)
	if err != nil {
		return nil, err
	}
	r.queue, r.queued = []item{first}, len(state)
	r.publish()
	r.signal()
	go r.run()
	a.SetRecorder(r)
	return r, nil
}

// Called implements core.Recorder.
func (r *Recorder) Called(c calls.Call, result uint64, refused error) {
	r.record(&call{c, answerOf(result, refused)})
}

// Allocated implements core.Recorder.
func (r *Recorder) Allocated(now alloc.Time, out *alloc.Cycle, digest uint64) {
	r.record(&call{&calls.Allocate{Now: now}, answerOfCycle(out, digest)})
}

// record records a call that has been made. During a gap it only counts the call.
func (r *Recorder) record(c *call) {
	r.mu.Lock()
	r.calls++
	if r.gap == "" {
		r.latest = c.append(r.latest, &r.encoder)
		if c.Op() == calls.OpAllocate {
			r.cycles++
		}
		if len(r.latest) >= worthHanding {
			r.handOver(r.allocator.Now())
		}
	}
	isWanted := r.want
	r.mu.Unlock()
	if isWanted {
		r.snapshot()
	}
}

func (r *Recorder) signal() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// snapshot hands over the whole state, if it can be taken. That ends a gap.
func (r *Recorder) snapshot() {
	state, pause, err := snapshotOf(&r.allocator.View)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.want = false
	if err != nil {
		return
	}
	r.noteSnapshot(pause)
	now := r.allocator.Now()
	r.handOver(now)
	if r.gap != "" {
		var w wire.Writer
		w.Uint(r.missing())
		w.Text(r.gap)
		r.queue = append(r.queue, item{kind: gapFrame, content: w.Buf, calls: r.gapFrom, end: r.calls, now: now})
		r.queued += len(w.Buf)
		r.state.Missing += r.missing()
		r.gap = ""
	}
	r.queued += len(state)
	r.queue = append(r.queue, item{kind: snapshotFrame, content: state, calls: r.calls, end: r.calls, now: now})
	r.signal()
}

// noteSnapshot notes a snapshot, and for how long the host waited for it.
func (r *Recorder) noteSnapshot(d time.Duration) {
	r.state.LastPause, r.state.LongestPause = d, max(d, r.state.LongestPause)
	r.state.Snapshots++
}

// Status says how far the recording is.
func (r *Recorder) Status() *Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	s.Calls, s.Cycles, s.Gap = r.calls, r.cycles, r.gap
	s.Waiting = r.queued
	if r.gap == "" {
		s.Waiting += len(r.latest)
	}
	s.Missing += r.missing()
	return &s
}

// snapshotOf returns the state of an allocator, and how long it took to write it.
func snapshotOf(a *core.View) ([]byte, time.Duration, error) {
	var buf bytes.Buffer
	start := time.Now()
	err := a.Snapshot(&buf)
	return buf.Bytes(), time.Since(start), err
}

// longestStop is how long the host waits for a disk when it stops a recording.
var longestStop = 5 * time.Second

// Stop switches recording off. It waits until all is written, but for no more than five seconds:
// then it returns ErrWaiting, and a goroutine goes on. Its error says why calls could not be
// written. Stopping once more does nothing.
func (r *Recorder) Stop() error {
	if r.allocator == nil {
		return nil
	}
	r.allocator.SetRecorder(nil)
	r.allocator = nil
	r.mu.Lock()
	r.stopped = true
	r.mu.Unlock()
	r.signal()
	select {
	case <-r.done:
	case <-time.After(longestStop):
		return fmt.Errorf("%w, which has %d bytes to write", ErrWaiting, r.Status().Waiting)
	}
	if r.gap != "" { // and nobody is left who could change it
		return gapError(r.gap)
	}
	return r.ended
}
