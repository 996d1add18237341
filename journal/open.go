package journal

import (
	"sync/atomic"
	"time"

	"github.com/apportion/apportion/core"
)

const (
	worthHanding = 64 << 10               // from so many bytes on, records are handed over
	roomForOne   = 16 << 10               // beyond that, for the record that goes past it
	atLeastEvery = 200 * time.Millisecond // records are written
)

// open are the latest records. The host's thread packs each straight into their memory
// and says with a single store that it is finished, so that the recorder's goroutine
// may write all that are finished, and no call takes a lock.
//
// Invariants:
//  1. coder.w.Buf begins with the bytes that finished says, which change no more;
//  2. memory is that of coder.w.Buf, whenever a record is finished;
//  3. taken is, in bytes and in records, no more than finished.
type open struct {
	// The host's thread's.
	coder   coder // to whose Buf records are appended
	records uint32
	size    int // of those that are finished

	finished atomic.Uint64 // bytes << 32 | records

	// The recorder's mu guards these.
	memory []byte
	first  uint64 // how many calls there were before
	taken  uint64 // of what is finished, what the goroutine has
}

// reset begins anew, after so many calls, with empty memory or none.
func (o *open) reset(calls uint64, memory []byte) {
	if memory == nil {
		memory = make([]byte, 0, worthHanding+roomForOne)
	}
	o.coder.w.Buf, o.records, o.size = memory[:0], 0, 0
	o.finished.Store(0)
	o.memory, o.first, o.taken = memory, calls, 0
}

// hasMoved reports whether the record at the end did not fit into the memory.
func (o *open) hasMoved() bool { return cap(o.coder.w.Buf) != cap(o.memory) }

// finish ends a record, and returns how many bytes there are. memory is right.
func (o *open) finish() int {
	n := len(o.coder.w.Buf)
	little.PutUint32(o.coder.w.Buf[o.size:], uint32(n-o.size-lengthSize))
	o.size = n
	o.records++
	o.finished.Store(uint64(n)<<32 | uint64(o.records))
	return n
}

// calls is how many there were up to the last that is finished.
func (o *open) calls() uint64 { return o.first + uint64(uint32(o.finished.Load())) }

// rest is what is finished and not taken.
func (o *open) rest(now core.Time) item {
	from, to := o.taken, o.finished.Load()
	return item{
		kind:    callsFrame,
		content: o.memory[:cap(o.memory)][from>>32 : to>>32],
		calls:   o.first + uint64(uint32(from)),
		end:     o.first + uint64(uint32(to)),
		now:     now,
	}
}

// take is rest, for the goroutine.
func (o *open) take() item {
	x := o.rest(0)
	o.taken = uint64(len(x.content))<<32 + o.taken + x.end - x.calls
	return x
}
