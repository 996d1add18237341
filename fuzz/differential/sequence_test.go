//go:build !small_counters

// A core that is built anew may have no room for those who were there one by one.

package differential

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// A sequence says the same as the history that is written of it: carried out as one, there are
// as many offers, nothing is found with everything asked after every call of what is read
// back, and that is written the same again.
func TestSequencesAreHistories(t *testing.T) {
	l := Everything
	l.Calls, l.drains = 100, false
	offers := 0
	for seed := uint64(1); seed <= 40; seed++ {
		counts, played, f := l.Play(seed, true)
		require.NoError(t, failed(f))
		offers += counts.Offers
		ops := played.Ops()
		again, err := sequence.Read(played.Cast.Setup, ops)
		require.NoError(t, err)
		for i, op := range again.Ops() {
			require.Equal(t, history.FormatShort(ops[i]), history.FormatShort(op))
		}
		require.NoError(t, failed(Check(again)))
		if played.Cast.Every > 1 {
			continue // a driver runs each cycle that is due
		}
		d := driver.New(played.Cast.Options)
		d.AtOnce = played.Cast.AtOnce
		for _, op := range ops {
			answer, _ := d.Apply(op) // some are refused
			counts.Offers -= len(answer.Offers)
		}
		if played.Cast.Options.AgentOrder == alloc.OrderRandom {
			continue // a driver has another order
		}
		require.Zero(t, counts.Offers, "seed %d", seed)
	}
	require.Greater(t, offers, 400)
}
