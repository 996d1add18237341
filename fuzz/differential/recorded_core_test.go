package differential

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/journal"
)

// The histories of every lane are recorded, and replay identically.
func TestLanesAreRecorded(t *testing.T) {
	for _, of := range []Lane{Core, Model, Large, Library} {
		t.Run(of.Name, func(t *testing.T) {
			l := of
			l.draws.Size = min(l.draws.Size, generator.Medium) // a large cluster alone takes seconds
			l.Calls = min(l.Calls, 2000)
			l.opponents = func(cast *sequence.Cast, _ uint64) []opponent { return []opponent{newRecorded(cast)} }
			for seed := range uint64(6) {
				_, _, f := l.Play(seed, false)
				require.NoError(t, failed(f), fmt.Sprint(seed))
			}
		})
	}
}

// A lane has some of its histories recorded.
func TestSomeHistoriesAreRecorded(t *testing.T) {
	for _, l := range []Lane{Core, Model, Large} {
		found := 0
		for seed := range uint64(960) {
			cast := l.setup(seed)
			for _, o := range l.opponents(cast, seed) {
				if _, ok := o.(*recorded); ok {
					found++
				}
			}
		}
		require.Positive(t, found, l.Name)
	}
}

// What a recording lacks is noticed.
func TestARecordingThatLacksCallsIsNoticed(t *testing.T) {
	l := Core
	l.opponents = func(cast *sequence.Cast, _ uint64) []opponent {
		return []opponent{past{newRecorded(cast)}}
	}
	_, _, f := l.Play(1, false)
	require.ErrorContains(t, failed(f), "the digest of the replayed is")
}

// past has one call made that is not recorded.
type past struct{ *recorded }

func (o past) close() error {
	o.core.SetRecorder(nil)
	o.core.Advance(o.core.Now().Add(1))
	return o.recorded.close()
}

// A recording is held to the number of calls, the digest and its own bytes.
func TestRecordingsAreHeldToWhatTheyShouldBe(t *testing.T) {
	dir := t.TempDir()
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	j, err := journal.Open(a, journal.Options{Dir: dir})
	require.NoError(t, err)
	for i := range alloc.Time(20) {
		a.Advance(i + 1)
	}
	calls := j.Status().Calls
	require.NoError(t, j.Stop())

	replays := func(calls, digest uint64) error { return must.Catch(func() { replays(dir, calls, digest) }) }
	require.NoError(t, replays(calls, a.Digest()))
	require.ErrorContains(t, replays(calls+1, a.Digest()), "calls, of")
	require.ErrorContains(t, replays(calls, a.Digest()+1), "the digest of the replayed is")

	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		if len(data) > 0 { // a lock has none
			data[len(data)-1] ^= 1
			require.NoError(t, os.WriteFile(file, data, 0o600))
		}
	}
	require.Error(t, replays(calls, a.Digest()))
}

// The recording of a history that fails does not stay.
func TestAFailedHistoryLeavesNoRecording(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	l := Core
	l.opponents = func(cast *sequence.Cast, _ uint64) []opponent {
		return []opponent{newRecorded(cast), failing{newAnother(cast, "failing", tested.Options{})}}
	}
	_, _, f := l.Play(1, false)
	require.ErrorContains(t, failed(f), "as it should")
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	require.Empty(t, left)
}

// Nor does that of one that is cut off.
func TestAHistoryCutOffLeavesNoRecording(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	l := Core
	l.opponents = func(cast *sequence.Cast, _ uint64) []opponent { return []opponent{newRecorded(cast)} }
	l.visits = nil
	g := l.Open(1, nil)
	over, f := g.Play(100)
	require.NoError(t, failed(f))
	require.False(t, over)
	list := func() []os.DirEntry {
		left, err := os.ReadDir(os.TempDir())
		require.NoError(t, err)
		return left
	}
	require.Len(t, list(), 1)
	g.GiveUp()
	require.Empty(t, list())
}

// failing fails with the first call.
type failing struct{ *another }

func (failing) play(*subject, *sequence.Call, error) { must.Fail("as it should") }
