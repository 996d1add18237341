package quantities

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWideRowSaturatesWhereItIsRead(t *testing.T) {
	var w, same WideRow
	require.True(t, w.IsZero())
	w.Change(Row{}, NewRow(MaxSum, 1, 0))
	require.Equal(t, MaxSum, w.At(0))
	w.Change(Row{}, NewRow(0, 2))
	w.Change(Row{}, NewRow(1))
	w.Change(Row{}, NewRow(MaxSum))
	require.Equal(t, MaxSum, w.At(0))
	require.Equal(t, Amount(3), w.At(1))
	require.Equal(t, Amount(0), w.At(9))
	row := rowOf(7, 7, 7, 7, 7)
	w.CopyTo(&row)
	require.True(t, row.Equal(NewRow(MaxSum, 3)))

	w.Change(NewRow(MaxSum), Row{})
	require.False(t, w.Equal(&same))
	w.Change(NewRow(MaxSum), Row{})
	require.Equal(t, Amount(1), w.At(0), "what went beyond comes back exactly")
	same.Change(Row{}, NewRow(1, 3))
	require.True(t, w.Equal(&same))
	require.True(t, same.Equal(&w))
	w.Change(NewRow(1, 3), Row{})
	require.True(t, w.IsZero())
	require.False(t, w.Equal(&same))
}

func TestWideRowAddsManyTimes(t *testing.T) {
	for _, amount := range []Amount{0, 1, lowMask, lowMask + 1, 5<<lowBits + 7, MaxSum} {
		var one, all WideRow
		const times = 1000
		for range times {
			one.AddAt(3, amount)
		}
		all.AddTimes(3, amount, times-1)
		all.AddTimes(3, amount, 1)
		require.True(t, one.Equal(&all), "%d", amount)
	}
}

func TestWideRowAddsUnits(t *testing.T) {
	var w WideRow
	w.AddUnits(2, 1<<40)
	w.AddUnits(2, 5)
	require.Equal(t, (1<<40+5)*Unit, w.At(2))
	w.AddUnits(2, math.MaxUint64)
	require.Equal(t, MaxSum, w.At(2))
}

// TestWideRowAgainstBigIntegers puts in and takes out amounts of all sizes.
func TestWideRowAgainstBigIntegers(t *testing.T) {
	names := []Name{0, 3, DenseNames, 5000, MaxNames - 1}
	r := rand.New(rand.NewPCG(9, 10))
	var w, again WideRow
	var in []Row
	want := map[Name]*big.Int{}
	for _, n := range names {
		want[n] = new(big.Int)
	}
	account := func(row Row, sign int64) {
		for n, a := range row.All() {
			want[n].Add(want[n], new(big.Int).Mul(big.NewInt(sign), big.NewInt(int64(a))))
		}
	}
	for range 20_000 {
		var gone, come Row
		if len(in) > 0 && r.IntN(3) == 0 {
			i := r.IntN(len(in))
			gone = in[i]
			in = append(in[:i], in[i+1:]...)
		}
		if r.IntN(3) > 0 {
			for _, n := range names[:r.IntN(len(names)+1)] {
				come.Set(n, Amount(r.Int64()>>r.IntN(64)))
			}
			in = append(in, come)
		}
		w.Change(gone, come)
		account(gone, -1)
		account(come, +1)
		for n := range want {
			saturated := int64(MaxSum)
			if want[n].IsInt64() {
				saturated = want[n].Int64()
			}
			require.Equal(t, Amount(saturated), w.At(n))
		}
	}
	for _, row := range in {
		again.Change(Row{}, row)
	}
	require.True(t, w.Equal(&again), "whatever came and went before")
}
