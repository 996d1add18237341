package journal

import "github.com/apportion/apportion/core/alloc"

// mostWaiting is how many bytes may wait to be written. Rather than let more wait, the recorder leaves
// calls out: a gap.
const mostWaiting = 64 << 20

// item is something to write: calls, a snapshot or a gap.
type item struct {
	kind    frameKind
	content []byte
	calls   uint64 // how many there were before it
	end     uint64 // and after it
	now     alloc.Time
	memory  []byte // for other records, once it is written
}

// skip counts a call of the host that is missing in the recording. If the goroutine asks for a snapshot, since it can
// write again, skip takes it, and so ends the gap.
func (r *Recorder) skip() {
	r.mu.Lock()
	r.buffer.reset(r.buffer.calls()+1, r.buffer.memory)
	r.mu.Unlock()
	if r.want.Load() {
		r.snapshot()
	}
}

// handOver puts the latest records into the queue, and begins others. If too much waits in the
// queue, it begins a gap instead.
func (r *Recorder) handOver(now alloc.Time) {
	x := r.buffer.rest(now)
	switch {
	case r.gap != "": // the goroutine has failed since the call began
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
func (r *Recorder) memory() (b []byte) {
	if last := len(r.spare) - 1; last >= 0 {
		b, r.spare = r.spare[last], r.spare[:last]
	}
	return b
}

// beginGap begins a gap, or replaces the reason and the beginning of the present one. The next snapshot that is taken
// ends the gap. A frame before the snapshot has the reason, and the number of missing calls.
func (r *Recorder) beginGap(reason string, from uint64) {
	if r.gap == "" {
		r.state.Gaps++
	}
	r.gap, r.gapFrom = reason, from
	r.isGapped.Store(true)
}

// missing is how many calls are in the present gap.
func (r *Recorder) missing() uint64 {
	if r.gap == "" {
		return 0
	}
	return r.buffer.calls() - r.gapFrom
}

// gapError says that the recording ends with a gap.
type gapError string

func (e gapError) Error() string {
	return "the latest calls are missing in the recording: " + string(e)
}
