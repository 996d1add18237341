package journal

import (
	"bytes"
	"errors"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/wire"
)

// Allocator is a core.Allocator whose calls are recorded while a recording is switched
// on. Calls of that core.Allocator, past this one, would be missing from it.
// Threads: as core.Allocator; Record and StopRecording are calls that change something,
// Status may be called at any time.
type Allocator struct {
	*core.View
	allocator *core.Allocator
	recorder  *recorder // nil while nothing is recorded
}

// New returns an allocator that is not recorded yet.
func New(a *core.Allocator) *Allocator { return &Allocator{View: &a.View, allocator: a} }

// Open is New, and Record.
func Open(a *core.Allocator, o Options) (*Allocator, error) {
	j := New(a)
	return j, j.Record(o)
}

// Record switches recording on. It takes a snapshot, and begins a file, so that the folder
// is known to take one; the snapshot is written later on, as all is.
//
// Errors: ErrRecording, ErrLocked, ErrBytes, ErrOptions, and those of the file system.
func (a *Allocator) Record(o Options) error {
	if a.recorder != nil {
		return ErrRecording
	}
	if err := o.complete(); err != nil {
		return err
	}
	r, err := startRecorder(o, a.View)
	if err != nil {
		return err
	}
	a.recorder = r
	return nil
}

// StopRecording switches recording off, when all is written: it waits for that, though for
// no more than five seconds (ErrWaiting; a goroutine goes on then). Its error
// says why calls could not be written.
func (a *Allocator) StopRecording() error {
	if a.recorder == nil {
		return nil
	}
	r := a.recorder
	a.recorder = nil
	return r.stop()
}

// Recording reports whether calls are recorded.
func (a *Allocator) Recording() bool { return a.recorder != nil }

// Status says how far the recording is; nil while there is none.
func (a *Allocator) Status() *Status {
	if a.recorder == nil {
		return nil
	}
	return a.recorder.status()
}

// begin begins the record of a call that has been made, if it is recorded. It is inlined,
// so that a call costs little more while recording is off.
func (a *Allocator) begin(o calls.Op) bool { return a.recorder != nil && a.beginRecord(o) }

func (a *Allocator) beginRecord(o calls.Op) bool {
	if a.recorder.isGapped.Load() {
		a.recorder.skip(a.View)
		return false
	}
	w := &a.recorder.buffer.w
	w.Buf = append(w.Buf, 0, 0, 0, 0, byte(o)) // its length is not known yet
	return true
}

// end ends it with what became of the call.
func (a *Allocator) end(result uint64, err error) {
	w := &a.recorder.buffer.w
	switch {
	case err != nil:
		w.Int(int64(codeOf(err)))
	case result == 0:
		w.Buf = append(w.Buf, 0, 0)
	default:
		w.Buf = wire.AppendUint(append(w.Buf, 0), result)
	}
	a.recorder.finish(a.View)
}

// codeOf returns the code of a call's error, 0 for none.
func codeOf(err error) alloc.Code {
	if err == nil {
		return 0
	}
	var e *alloc.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return alloc.CodeInvalid
}

// Allocate is core.Allocator.Allocate.
func (a *Allocator) Allocate(now alloc.Time, out *alloc.Cycle) {
	if a.recorder == nil {
		a.allocator.Allocate(now, out)
		return
	}
	digest := hooks.AllocateDigested(a.allocator, now, out)
	if a.begin(calls.OpAllocate) {
		x, outcome := calls.Allocate{Now: now}, outcomeOf(out, digest)
		w := &a.recorder.buffer.w
		w.Buf = x.Append(w.Buf)
		outcome.appendCycle(w)
		a.recorder.cycles.Add(1)
		a.recorder.finish(a.View)
	}
}

// snapshotOf returns the state of an allocator, and how long it took to write it.
func snapshotOf(a *core.View) ([]byte, time.Duration, error) {
	var buf bytes.Buffer
	start := time.Now()
	err := a.Snapshot(&buf)
	return buf.Bytes(), time.Since(start), err
}
