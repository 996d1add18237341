package quantities

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRowReadsZeroBeyondItsEnd(t *testing.T) {
	r := Row{5, 0}
	require.Equal(t, Amount(5), r.At(0))
	require.Equal(t, Amount(0), r.At(7))
	require.True(t, r.Equal(Row{5}))
	require.True(t, r.Equal(Row{5, 0, 0, 0}))
	require.True(t, Row(nil).Equal(Row{0, 0}))
	require.False(t, r.Equal(Row{5, 0, 1}))
	require.False(t, r.Equal(nil))
	require.False(t, Row{5, 1}.Equal(Row{5}))
	require.True(t, Row(nil).IsZero())
	require.True(t, Row{0, 0}.IsZero())
	require.False(t, Row{0, -1}.IsZero())
}

func TestRowContains(t *testing.T) {
	require.True(t, Row{2, 3}.Contains(Row{2}))
	require.True(t, Row{2, 3}.Contains(nil))
	require.True(t, Row{2}.Contains(Row{2, 0, 0}))
	require.False(t, Row{2}.Contains(Row{2, 1}))
	require.False(t, Row{2, 3}.Contains(Row{2, 4}))
	require.True(t, Row{2}.Contains(Row{2, -1}))
	require.False(t, Row{2, -1}.Contains(Row{2}))
}

func TestRowArithmetic(t *testing.T) {
	var r Row
	r.Add(Row{1, 2})
	r.Add(Row{10})
	require.Equal(t, Row{11, 2}, r)
	r.Sub(Row{1, 3, 4})
	require.Equal(t, Row{10, -1, -4}, r)
	r.AddAt(4, 7)
	r.Set(0, 1)
	require.Equal(t, Row{1, -1, -4, 0, 7}, r)
	r.Reset()
	require.Equal(t, Row{0, 0, 0, 0, 0}, r)
}

func TestRowAddCappedStopsAtMaxSum(t *testing.T) {
	r := Row{1, MaxSum, MaxSum - 5}
	r.AddCapped(Row{2, 1, 5, MaxSum})
	require.Equal(t, Row{3, MaxSum, MaxSum, MaxSum}, r)
}

func TestRowSubFloorStopsAtZero(t *testing.T) {
	r := Row{5, 5, 5, 5}
	r.SubFloor(Row{3, 5, 9})
	require.Equal(t, Row{2, 0, 0, 5}, r)
	r.SubFloor(Row{0, 0, 0, 0, 8})
	require.Equal(t, Row{2, 0, 0, 5}, r, "what it does not have, it cannot lose")
	negative := Row{-2, -2}
	negative.SubFloor(Row{0, 1})
	require.Equal(t, Row{-2, 0}, negative)
}

func TestRowGrowsIntoStaleMemoryWithZeros(t *testing.T) {
	backing := Row{1, 2, 3, 4}
	r := backing[:1]
	r.Add(Row{10, 20, 30})
	require.Equal(t, Row{11, 20, 30}, r)
	require.Equal(t, 4, cap(r))
}

func TestRowCloneSharesNothing(t *testing.T) {
	r := Row{1, 2}
	c := r.Clone()
	c.Set(0, 9)
	require.Equal(t, Row{1, 2}, r)
}

func TestRowsAtCapacityDoNotAllocate(t *testing.T) {
	r := make(Row, 0, 8)
	o := Row{1, 2, 3, 4}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		r = r[:0]
		r.Add(o)
		r.Sub(o)
		r.SubFloor(o)
		r.AddAt(7, 1)
	}))
}
