package main

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"unicode/utf8"
	"unsafe"
	"weak"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/view/live"
	"github.com/stretchr/testify/require"
)

func newInstance(t *testing.T) *instance {
	allocator, err := core.New(alloc.Options{})
	require.NoError(t, err)
	in := &instance{core: allocator}
	require.True(t, register(in))
	return in
}

// TestEnterKeepsOthersOut has goroutines change what belongs to whoever is
// inside. The race detector sees it if two ever are.
func TestEnterKeepsOthersOut(t *testing.T) {
	const goroutines, each = 4, 1000
	in := newInstance(t)
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			for done := 0; done < each; {
				code := enterState(in.handle, false, func(in *instance) error {
					in.core.RequestAllocation()
					return nil
				})
				switch code {
				case 0:
					done++
				case APPORTION_E_BUSY:
					runtime.Gosched()
				default:
					t.Errorf("code %d", code)
					return
				}
			}
		})
	}
	all.Wait()
	require.EqualValues(t, goroutines*each, in.calls)
	unregister(in)
}

// TestDestroyAmongCalls: a call finds the instance, finds it busy, or finds it
// gone, and after it was gone once it stays so, although its slot is taken
// again.
func TestDestroyAmongCalls(t *testing.T) {
	for range 50 {
		in := newInstance(t)
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				for {
					code := enterState(in.handle, false, func(in *instance) error {
						if in.destroyed {
							t.Error("entered after destroy")
						}
						return nil
					})
					if code == APPORTION_E_HANDLE {
						return
					}
					runtime.Gosched()
				}
			})
		}
		for enterState(in.handle, true, destroy) != 0 {
			runtime.Gosched()
		}
		next := newInstance(t)
		all.Wait()
		require.NotEqual(t, in.handle, next.handle)
		require.EqualValues(t, APPORTION_E_HANDLE, enterState(in.handle, true, destroy))
		require.Zero(t, enterState(next.handle, true, destroy))
	}
}

// TestLastGenerationRetiresSlotOfInstance: no instance is given a handle that
// another had.
func TestLastGenerationRetiresSlotOfInstance(t *testing.T) {
	in := newInstance(t)
	s := &registry.slots[handle.Slot(in.handle)]
	before := s.generation
	defer func() { s.generation = before }()
	unregister(in)
	s.generation = handle.MaxGeneration - 1
	last, next := newInstance(t), newInstance(t)
	require.Equal(t, handle.Make(handle.Instance, handle.MaxGeneration, handle.Slot(in.handle)), last.handle)
	unregister(last)
	other := newInstance(t)
	require.NotEqual(t, handle.Slot(last.handle), handle.Slot(other.handle))
	require.Nil(t, lookup(last.handle))
	unregister(next)
	unregister(other)
}

// TestHandleOfSomethingElse: what has the number of an instance's slot, and of its
// generation, is still no instance's handle.
func TestHandleOfSomethingElse(t *testing.T) {
	in := newInstance(t)
	generation, slot := handle.Generation(in.handle), handle.Slot(in.handle)
	for tag, text := range map[handle.Tag]string{
		handle.Agent: "that is an agent's", handle.Framework: "that is a framework's", 0: "there is none",
	} {
		require.EqualValues(t, APPORTION_E_HANDLE, enterState(handle.Make(tag, generation, slot), true, destroy))
		last := process.last[len(process.last)-1]
		require.Contains(t, last.text, text)
	}
	require.Same(t, in, lookup(in.handle))
	unregister(in)
}

// TestReadersAmongCalls has readers look at what others gather. The race
// detector sees it if they look at anything else; each gathering that they see
// is whole, and later than the one before.
func TestReadersAmongCalls(t *testing.T) {
	const gatherings = 500
	in := newInstance(t)
	var all sync.WaitGroup
	var done atomic.Bool
	for range 3 {
		all.Go(func() {
			last := uint64(0)
			for !done.Load() {
				code := enterReader(apportion_instance{uint64_t(in.handle)}, func(in *instance) error {
					m := in.lastGathered()
					if at := uint64(m.figures.gathering); at < last || at != uint64(m.figures.now_nanos) ||
						len(m.roles) != int(m.figures.roles) {
						t.Errorf("gathering %d after %d: at %d", at, last, m.figures.now_nanos)
					} else {
						last = at
					}
					return nil
				})
				if code != 0 {
					t.Errorf("code %d", code)
					return
				}
			}
		})
	}
	for n := 1; n <= gatherings; n++ {
		code := enterState(in.handle, false, func(in *instance) error {
			in.core.Advance(alloc.Time(n))
			in.gatherState()
			in.gatherMetrics()
			return nil
		})
		require.Zero(t, code, "no reader is in the way")
	}
	done.Store(true)
	all.Wait()
	require.Zero(t, enterState(in.handle, true, destroy))
	require.EqualValues(t, APPORTION_E_HANDLE, enterReader(apportion_instance{uint64_t(in.handle)}, func(*instance) error { return nil }))
}

// TestAnswersThatFail: what goes wrong while an answer to the page is worked out is the answer's fault, and
// leaves the instance as it was.
func TestAnswersThatFail(t *testing.T) {
	in := newInstance(t)
	for _, answer := range []live.Answer{
		func() ([]byte, error) { panic("index out of range") },
		func() ([]byte, error) { return nil, errors.New("no such number in JSON") },
	} {
		number := uint64_t(in.views.add(answer))
		var size size_t
		for range 2 {
			require.EqualValues(t, APPORTION_E_STATE, apportion_gathered_view(apportion_instance{uint64_t(in.handle)}, number, nil, 0, &size))
		}
	}
	require.Zero(t, enterState(in.handle, false, func(*instance) error { return nil }))
	unregister(in)
}

// TestDestroyLetsGo: whoever still holds a destroyed instance keeps nothing else from
// being collected.
func TestDestroyLetsGo(t *testing.T) {
	in := newInstance(t)
	in.gatherMetrics()
	in.gatherState()
	in.explained.Store(&explanation{text: "why"})
	allocator := weak.Make(&in.core.View)
	gathered, state, explained := weak.Make(in.gathered.Load()), weak.Make(in.gatheredState.Load()), weak.Make(in.explained.Load())
	require.Zero(t, enterState(in.handle, true, destroy))
	runtime.GC()
	require.Nil(t, allocator.Value(), "allocator")
	require.Nil(t, gathered.Value(), "metrics")
	require.Nil(t, state.Value(), "state")
	require.Nil(t, explained.Value(), "explanation")
	runtime.KeepAlive(in)
}

// TestErrorTextIsClipped: valid UTF-8 of bounded length, whatever the text
// quotes.
func TestErrorTextIsClipped(t *testing.T) {
	for _, unit := range []string{"x", "\xff", "é", "漢", "a\xf0\x9f"} {
		long := ""
		for len(long) < 2*maxErrorText {
			long += unit
		}
		for cut := range 8 {
			got := clip(long[cut:])
			require.LessOrEqual(t, len(got), maxErrorText)
			require.Truef(t, utf8.ValidString(got), "%q from byte %d", unit, cut)
		}
	}
	require.Equal(t, "short", clip("short"))
}

// TestTextsOfThreads: of errors without an instance each thread has its own, of so many threads as
// had the latest.
func TestTextsOfThreads(t *testing.T) {
	var texts threadTexts
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	own := syscall.Gettid()
	texts.keep(fail(APPORTION_E_INVALID, "mine"))
	for i := range mostThreads - 1 {
		texts.last = append(texts.last, threadText{-i - 1, "another's"})
	}
	read := func() string {
		var size size_t
		var text [64]char
		require.NoError(t, texts.write(&text[0], size_t(len(text)), &size))
		return string(unsafe.Slice((*byte)(unsafe.Pointer(&text[0])), int(size)))
	}
	require.Equal(t, "mine", read())
	require.EqualValues(t, APPORTION_OK, texts.keep(nil))
	require.EqualValues(t, APPORTION_E_TOO_SMALL, texts.keep(errTooSmall))
	require.Equal(t, "mine", read())
	texts.keep(fail(APPORTION_E_INVALID, "mine again"))
	require.Len(t, texts.last, mostThreads)
	require.Equal(t, "mine again", read())
	require.Equal(t, own, texts.last[mostThreads-1].thread)
	texts.last = append(texts.last[:mostThreads-1], threadText{1, "last"}, threadText{2, "more"})[1:]
	require.Empty(t, read())
}
