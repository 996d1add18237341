//go:build !small_counters

// A core that is built anew may have no room for those who were there one by one.

package lane

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/check"
	"github.com/apportion/apportion/fuzz/generate"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// A tape says the same as the history that is written of it: with everything asked
// after every call nothing is found, there are as many offers, and what is read back
// is written the same again.
func TestTapesAreHistories(t *testing.T) {
	l := Core
	l.Calls = 200
	offers := 0
	for seed := uint64(1); seed <= 40; seed++ {
		counts, played, f := l.Play(seed, true)
		require.Nil(t, f)
		offers += counts.Offers
		ops := played.Ops()
		c := check.New(l.Setup(played.Cast), nil)
		for _, op := range ops {
			_, _, err := c.Step(generate.Call{Op: op, Want: generate.Want{Either: true}})
			require.NoError(t, err)
		}
		require.Equal(t, counts.Offers, c.Offers(), "seed %d", seed)
		again, err := tape.Read(ops)
		require.NoError(t, err)
		for i, op := range again.Ops() {
			require.Equal(t, history.FormatShort(ops[i]), history.FormatShort(op))
		}
	}
	require.Greater(t, offers, 500)
}
