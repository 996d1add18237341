package journal

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
)

const (
	worthHanding = 64 << 10               // from so many bytes on, records are handed over
	roomForOne   = 16 << 10               // beyond that, for the record that goes past it
	atLeastEvery = 200 * time.Millisecond // records are written

	// mostWaiting is how many bytes may wait to be written. Rather than let more wait, the recorder leaves
	// calls out: a gap.
	mostWaiting = 64 << 20
)

// item is something to write: calls, a snapshot or a gap.
type item struct {
	kind    frameKind
	content []byte
	calls   uint64 // how many there were before it
	end     uint64 // and after it
	now     alloc.Time
	memory  []byte // for other records, once it is written
}

// handOver puts the latest records into the queue, and begins others. If too much waits in the
// queue, it begins a gap instead.
func (r *Recorder) handOver(now alloc.Time) {
	x := r.taken(now)
	switch {
	case r.gap != "" || x.calls == x.end:
		r.spare = append(r.spare, x.memory)
	case r.queued+len(x.content) > mostWaiting:
		r.beginGap("the folder takes no more", x.calls)
	default:
		r.queued += len(x.content)
		r.queue = append(r.queue, x)
		r.signal()
	}
}

// taken is what was recorded and not handed over. Other records begin, in other memory.
func (r *Recorder) taken(now alloc.Time) item {
	x := item{kind: callsFrame, content: r.latest, calls: r.first, end: r.calls, now: now, memory: r.latest}
	r.first, r.latest = r.calls, r.memory()
	return x
}

// memory returns some for records.
func (r *Recorder) memory() (b []byte) {
	if last := len(r.spare) - 1; last >= 0 {
		b, r.spare = r.spare[last][:0], r.spare[:last]
		return b
	}
	return make([]byte, 0, worthHanding+roomForOne)
}

// beginGap begins a gap, or replaces the reason and the beginning of the present one. The next snapshot that is taken
// ends the gap. A frame before the snapshot has the reason, and the number of missing calls.
func (r *Recorder) beginGap(reason string, from uint64) {
	if r.gap == "" {
		r.state.Gaps++
	}
	r.gap, r.gapFrom = reason, from
}

// missing is how many calls are in the present gap.
func (r *Recorder) missing() uint64 {
	if r.gap == "" {
		return 0
	}
	return r.calls - r.gapFrom
}

// gapError says that the recording ends with a gap.
type gapError string

func (e gapError) Error() string {
	return "the latest calls are missing in the recording: " + string(e)
}
