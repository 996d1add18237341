package differential

import (
	"errors"
	"os"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/journal"
)

// recorded is the core with a recording of all its calls, which is replayed at the end.
type recorded struct {
	*another
	journal *journal.Recorder
	dir     string
}

// newRecorded opens a folder when the history begins, which close or giveUp removes.
func newRecorded(cast *sequence.Cast) *recorded {
	o := &recorded{another: newAnother(cast, "recorded", tested.Options{})}
	o.Player = sequence.NewPlayer(cast, func(options alloc.Options) (sequence.Target, error) {
		o.core = must.Get(core.New(options))
		o.record()
		return sequence.Core{Allocator: o.core}, nil
	})
	return o
}

// withRecording adds one to those of a seed, for some.
func withRecording(list []opponent, cast *sequence.Cast, seed uint64) []opponent {
	if isRecorded(seed) {
		list = append(list, newRecorded(cast))
	}
	return list
}

// isRecorded says for which.
func isRecorded(seed uint64) bool { return seed%23 == 10 }

// betweenSnapshots makes several of them in a history.
const betweenSnapshots = 20 * time.Millisecond

// record begins the recording.
func (o *recorded) record() {
	o.dir = must.Get(os.MkdirTemp("", "apportion-lane-"))
	o.journal = must.Get(journal.Open(o.core, journal.Options{Dir: o.dir, Interval: betweenSnapshots}))
}

func (o *recorded) join(s *subject) {
	o.giveUp()
	o.another.join(s)
	o.record()
}

// giveUp removes the recording of a history that failed.
func (o *recorded) giveUp() {
	if o.journal != nil {
		_ = o.journal.Stop()
		_ = os.RemoveAll(o.dir)
	}
}

// close replays the recording.
func (o *recorded) close() error {
	return errors.Join(must.Catch(func() {
		calls := o.journal.Status().Calls
		must.Do(o.journal.Stop())
		replays(o.dir, calls, o.core.Digest())
	}), os.RemoveAll(o.dir))
}

// recordedLibrary is a C library that records its allocator itself, which is replayed
// at the end.
type recordedLibrary struct {
	*library
	dir string
}

func (o *recordedLibrary) start() {
	o.library.start()
	o.dir = must.Get(os.MkdirTemp("", "apportion-lane-"))
	must.Do(o.player.Target.(*abi.Allocator).StartRecording(o.dir))
}

// close replays the recording.
func (o *recordedLibrary) close() error {
	return errors.Join(must.Catch(func() {
		a := o.player.Target.(*abi.Allocator)
		digest := must.Get(a.Digest())
		replays(o.dir, must.Get(a.StopRecording()), digest)
	}), o.library.close(), os.RemoveAll(o.dir))
}

// giveUp removes the recording of a history that failed. The library writes no more
// once the session is closed.
func (o *recordedLibrary) giveUp() {
	if o.session != nil {
		_ = o.session.Close()
	}
	_ = os.RemoveAll(o.dir)
}

// replays holds a recording to so many calls, and the digest after them.
func replays(dir string, calls, digest uint64) {
	var p journal.Replay
	must.Do(p.Run(must.Get(journal.Read(dir))))
	switch replayed := p.Allocator.Digest(); {
	case len(p.Gaps)+len(p.Damages)+len(p.Unended) > 0:
		must.Fail("recording: gaps %v, damages %v, not ended %v", p.Gaps, p.Damages, p.Unended)
	case p.Calls != calls:
		must.Fail("recording: %d calls, of %d", p.Calls, calls)
	case replayed != digest:
		must.Fail("recording: the digest of the replayed is %x, and of the core %x", replayed, digest)
	}
	must.Do(p.Allocator.Validate())
}
