package journal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// A replay goes to a time, from the last file before it.
func TestReplayToATime(t *testing.T) {
	dir := t.TempDir()
	a := newWorld(t, Options{Dir: dir})
	digests := map[alloc.Time]uint64{}
	for range 10 {
		a.step(t)
		digests[a.Now()] = a.Digest()
	}
	require.NoError(t, a.Stop())
	rec, err := Read(dir)
	require.NoError(t, err)
	for at := range digests {
		p := &Replay{Until: true, To: at}
		require.NoError(t, p.Run(rec))
		require.LessOrEqual(t, p.Allocator.Now(), at)
	}
	p := &Replay{Until: true, To: a.Now() + 1}
	var outside *TimeError
	require.ErrorAs(t, p.Run(rec), &outside)
	require.Equal(t, &TimeError{Asked: a.Now() + 1, To: a.Now()}, outside)
}

// A time between two recordings, of which one goes on where nothing was recorded, is
// refused, and one that only the first has is found there.
func TestReplayToATimeThatIsMissing(t *testing.T) {
	dir := t.TempDir()
	a := newWorld(t, Options{Dir: dir})
	steps := func() alloc.Time {
		for range 5 {
			a.step(t)
		}
		return a.Now()
	}
	begun := steps()
	digest := a.Digest()
	require.NoError(t, a.Stop())
	between := steps()
	steps()
	again := a.Now()
	require.NoError(t, a.record(Options{Dir: dir}))
	steps()
	require.NoError(t, a.Stop())
	b := newWorld(t, Options{Dir: dir}) // whose clock begins anew
	b.step(t)
	require.Less(t, b.Now(), begun)
	require.NoError(t, b.Stop())

	rec, err := Read(dir)
	require.NoError(t, err)
	p := &Replay{Until: true, To: between}
	require.Equal(t, &TimeError{between, begun, again, true}, p.Run(rec))
	require.ErrorContains(t, p.Run(rec), "is missing")
	p = &Replay{Until: true, To: begun}
	require.NoError(t, p.Run(rec))
	require.Equal(t, digest, p.Allocator.Digest())
}
