package lane

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/draw"
	"github.com/apportion/apportion/fuzz/tape"
)

// The histories of every lane are recorded, and replay identically.
func TestLanesAreRecorded(t *testing.T) {
	for _, of := range []Lane{Core, Model, Large, Library} {
		t.Run(of.Name, func(t *testing.T) {
			l := of
			setup := l.setup
			l.setup = func(seed uint64) (draw.Options, *tape.Cast) {
				o, c := setup(seed)
				o.Size = min(o.Size, draw.Medium) // a large cluster alone takes seconds
				return o, c
			}
			l.Calls = min(l.Calls, 2000)
			l.opponents = func(cast *tape.Cast, _ uint64) []opponent { return []opponent{newRecorded(cast)} }
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
			_, cast := l.setup(seed)
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
	l.opponents = func(cast *tape.Cast, _ uint64) []opponent {
		return []opponent{past{newRecorded(cast)}}
	}
	_, _, f := l.Play(1, false)
	require.ErrorContains(t, failed(f), "the digest of the replayed is")
}

// past has one call made past the recording.
type past struct{ *recorded }

func (o past) close() error {
	o.core.Advance(o.core.Now().Add(1))
	return o.recorded.close()
}
