package container

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The sequence of the published generator (java.util.SplittableRandom) for the
// seeds 0 and 1234567.
func TestSplitMix64(t *testing.T) {
	for seed, want := range map[SplitMix64][]uint64{
		0:       {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f},
		1234567: {6457827717110365317, 3203168211198807973, 9817491932198370423},
	} {
		require.Equal(t, want[0], Mix64(uint64(seed)))
		for _, x := range want {
			require.Equal(t, x, seed.Next())
		}
	}
}
