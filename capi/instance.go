package main

import (
	"runtime/debug"
	"sync/atomic"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/text"
	"github.com/apportion/apportion/journal"
)

// instance is what a handle stands for.
//
// Invariants:
//  1. the fields from calls on belong to the call that has set busy, until it clears busy
//     (leave). Callers get copies of what is in them, in memory of their own;
//  2. gathered, gatheredState and explained point to values that never change: a call puts
//     another pointer there, and readers take no lock;
//  3. text has a lock of its own: calls that fail and readers that panic write to it;
//  4. views has one, too, which nobody holds while an answer is worked out.
type instance struct {
	handle   uint64
	mark     handle.Mark // of its agents' and frameworks' handles
	busy     atomic.Bool
	poisoned atomic.Bool // a panic was recovered: the core can't be trusted any more
	text     errorText
	views    views

	gathered      atomic.Pointer[metrics]
	gatheredState atomic.Pointer[[]byte]
	explained     atomic.Pointer[explanation]

	calls     uint64 // how many there were, by which longResult knows which came last
	destroyed bool
	core      *core.Allocator
	recording *journal.Recorder    // nil while nothing is recorded
	cycle     alloc.Cycle          // of the last apportion_allocate, for the calls that read it
	headroom  []apportion_headroom // the same
	state     longResult
	snapshot  longResult
	metrics   core.Metrics               // scratch
	statuses  alloc.InverseOfferStatuses // scratch
	agents    []alloc.AgentID            // scratch
	resources []alloc.Resource           // scratch
	upcoming  []hooks.Upcoming           // scratch: of the operations of a batch
}

// latest is what readers see of gathered, gatheredState or explained: nothing before the first.
func latest[T any](p *atomic.Pointer[T]) *T {
	if v := p.Load(); v != nil {
		return v
	}
	return new(T)
}

// enter runs f with the instance to itself and returns the code of what f
// returns. A panic poisons the instance.
func enter(handle apportion_instance, f func(*instance) error) int32_t {
	return enterState(uint64(handle.handle), false, f)
}

// enterPoisoned is enter for the calls that a poisoned instance still takes:
// apportion_destroy and apportion_last_error.
func enterPoisoned(handle apportion_instance, f func(*instance) error) int32_t {
	return enterState(uint64(handle.handle), true, f)
}

func enterState(handle uint64, poisonedToo bool, f func(*instance) error) (code int32_t) {
	in := lookup(handle)
	if in == nil {
		return noInstance(handle)
	}
	if !in.busy.CompareAndSwap(false, true) {
		return APPORTION_E_BUSY
	}
	defer in.leave(&code)
	if in.destroyed { // between lookup and now
		return noInstance(handle)
	}
	if in.poisoned.Load() && !poisonedToo {
		return APPORTION_E_PANIC
	}
	in.calls++
	// A pointer of the caller's to nowhere is then a panic, too.
	debug.SetPanicOnFault(true)
	return in.text.keep(in.told(f(in)))
}

// leave ends a call; it must be deferred directly, since it recovers.
func (in *instance) leave(code *int32_t) {
	if r := recover(); r != nil {
		*code = in.poison(r)
	}
	in.busy.Store(false)
}

// poison makes the instance refuse all calls and readers but those of enterPoisoned.
func (in *instance) poison(recovered any) int32_t {
	in.poisoned.Store(true)
	return in.text.keep(panicked(recovered))
}

// enterReader runs f while other calls and readers may run, too: f may read gathered,
// gatheredState, explained and views, and no other field.
func enterReader(handle apportion_instance, f func(*instance) error) (code int32_t) {
	in := lookup(uint64(handle.handle))
	if in == nil {
		return noInstance(uint64(handle.handle))
	}
	if in.poisoned.Load() {
		return APPORTION_E_PANIC
	}
	defer func() {
		if r := recover(); r != nil {
			code = in.poison(r)
		}
	}()
	debug.SetPanicOnFault(true)
	return codeOf(f(in))
}

func panicked(r any) error {
	return fail(APPORTION_E_PANIC, "internal error: %v\n%s", r, debug.Stack())
}

// enterProcess is enter for calls without an instance.
func enterProcess(f func() error) (code int32_t) {
	defer func() {
		if r := recover(); r != nil {
			code = process.keep(panicked(r))
		}
	}()
	debug.SetPanicOnFault(true)
	return process.keep(f())
}

// ask writes the answer to a question that has one at all times.
func ask[T any](handle apportion_instance, out *T, what string, answer func(*core.View) T) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		if pointer(&r, out, what) {
			*out = answer(&in.core.View)
		}
		return r.err
	})
}

// fail returns an error of a code of the ABI's own. Long names are shortened.
func fail(code alloc.Code, format string, args ...any) *alloc.Error {
	return &alloc.Error{Code: code, Text: text.Format(format, args...)}
}
