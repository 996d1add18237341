package journal

import (
	"sync/atomic"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

const (
	worthHanding = 64 << 10               // from so many bytes on, records are handed over
	roomForOne   = 16 << 10               // beyond that, for the record that goes past it
	atLeastEvery = 200 * time.Millisecond // records are written
)

// A lockFreeBuffer has the latest records. The host's thread packs each record straight into its
// memory, and says with a single store that the record is finished. So the recorder's goroutine may
// write all finished records, and no call takes a lock.
//
// Invariants:
//  1. the first bytes of w.Buf, as many as finished says, change no more;
//  2. whenever a record is finished, memory is the memory of w.Buf;
//  3. taken is at most finished, both in bytes and in records.
type lockFreeBuffer struct {
	// The host's thread's.
	w       wire.Writer // to whose Buf records are appended
	records uint32

	finished atomic.Uint64 // bytes << 32 | records

	// The recorder's mu guards these.
	memory []byte
	first  uint64 // how many calls there were before
	taken  uint64 // of what is finished, what the goroutine has
}

// reset begins anew, after so many calls, with empty memory or none.
func (b *lockFreeBuffer) reset(calls uint64, memory []byte) {
	if memory == nil {
		memory = make([]byte, 0, worthHanding+roomForOne)
	}
	b.w.Buf, b.records = memory[:0], 0
	b.finished.Store(0)
	b.memory, b.first, b.taken = memory, calls, 0
}

// hasMoved reports whether the record at the end did not fit into the memory.
func (b *lockFreeBuffer) hasMoved() bool { return cap(b.w.Buf) != cap(b.memory) }

// finish ends a record, and returns how many bytes there are. memory is right.
func (b *lockFreeBuffer) finish() int {
	n := len(b.w.Buf)
	b.records++
	b.finished.Store(uint64(n)<<32 | uint64(b.records))
	return n
}

// calls is how many there were up to the last that is finished.
func (b *lockFreeBuffer) calls() uint64 { return b.first + uint64(uint32(b.finished.Load())) }

// rest is what is finished and not taken.
func (b *lockFreeBuffer) rest(now alloc.Time) item {
	from, to := b.taken, b.finished.Load()
	return item{
		kind:    callsFrame,
		content: b.memory[:cap(b.memory)][from>>32 : to>>32],
		calls:   b.first + uint64(uint32(from)),
		end:     b.first + uint64(uint32(to)),
		now:     now,
	}
}

// take is rest, for the goroutine.
func (b *lockFreeBuffer) take() item {
	x := b.rest(0)
	b.taken = uint64(len(x.content))<<32 + b.taken + x.end - x.calls
	return x
}
