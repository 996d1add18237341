package handle

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is packed comes out again, also at the ends of its range, and two handles
// are the same only if all their parts are.
func TestParts(t *testing.T) {
	seen := map[uint64]bool{}
	for _, tag := range []Tag{Agent, Framework, Instance} {
		for _, generation := range []uint32{1, 2, MaxGeneration - 1, MaxGeneration} {
			for _, slot := range []uint32{0, 1, math.MaxUint32} {
				h := Make(tag, generation, slot)
				require.Equal(t, tag, TagOf(h))
				require.Equal(t, generation, Generation(h))
				require.Equal(t, slot, Slot(h))
				require.Positive(t, int64(h), "for hosts that have signed numbers alone")
				seen[h] = true
			}
		}
	}
	require.Len(t, seen, 3*4*3)
}

// A handle says whose it is, and other numbers, small ones and those near the
// largest, that they are nobody's.
func TestOfAnother(t *testing.T) {
	owner, ok := OfAnother(Make(Framework, 1, 0), Agent)
	require.True(t, ok)
	require.Equal(t, "a framework's", owner)
	_, ok = OfAnother(Make(Agent, 1, 0), Agent)
	require.False(t, ok)
	for _, h := range []uint64{0, 1, 1 << 32, 1<<56 - 1, math.MaxInt64, math.MaxUint64} {
		_, ok := OfAnother(h, Agent)
		require.False(t, ok)
	}
}
