package rows

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
)

func TestWideSaturatesWhereItIsRead(t *testing.T) {
	var w, same Wide
	require.True(t, w.Equal(new(Wide)))
	w.Change(quantities.Row{}, quantities.NewRow(quantities.MaxSum, 1, 0))
	require.Equal(t, quantities.MaxSum, w.At(0))
	w.Change(quantities.Row{}, quantities.NewRow(0, 2))
	w.Change(quantities.Row{}, quantities.NewRow(1))
	w.Change(quantities.Row{}, quantities.NewRow(quantities.MaxSum))
	require.Equal(t, quantities.MaxSum, w.At(0))
	require.Equal(t, quantities.Amount(3), w.At(1))
	require.Equal(t, quantities.Amount(0), w.At(9))
	row := rowOf(7, 7, 7, 7, 7)
	w.CopyTo(&row)
	require.True(t, row.Equal(quantities.NewRow(quantities.MaxSum, 3)))

	w.Change(quantities.NewRow(quantities.MaxSum), quantities.Row{})
	require.False(t, w.Equal(&same))
	w.Change(quantities.NewRow(quantities.MaxSum), quantities.Row{})
	require.Equal(t, quantities.Amount(1), w.At(0), "what went beyond comes back exactly")
	same.Change(quantities.Row{}, quantities.NewRow(1, 3))
	require.True(t, w.Equal(&same))
	require.True(t, same.Equal(&w))
	w.Change(quantities.NewRow(1, 3), quantities.Row{})
	require.True(t, w.Equal(new(Wide)))
	require.False(t, w.Equal(&same))
}

func TestWideAddsManyTimes(t *testing.T) {
	for _, amount := range []quantities.Amount{0, 1, lowMask, lowMask + 1, 5<<lowBits + 7, quantities.MaxSum} {
		var one, all Wide
		const times = 1000
		for range times {
			one.AddAt(3, amount)
		}
		all.AddTimes(3, amount, times-1)
		all.AddTimes(3, amount, 1)
		require.True(t, one.Equal(&all), "%d", amount)
	}
}

func TestWideAddsUnits(t *testing.T) {
	var w Wide
	w.AddUnits(2, 1<<40)
	w.AddUnits(2, 5)
	require.Equal(t, (1<<40+5)*quantities.Unit, w.At(2))
	w.AddUnits(2, math.MaxUint64)
	require.Equal(t, quantities.MaxSum, w.At(2))
}

// TestWideAgainstBigIntegers puts in and takes out amounts of all sizes.
func TestWideAgainstBigIntegers(t *testing.T) {
	names := []quantities.Name{0, 3, quantities.DenseNames, 5000, MaxNames - 1}
	r := rand.New(rand.NewPCG(9, 10))
	var w, again Wide
	var in []quantities.Row
	want := map[quantities.Name]*big.Int{}
	for _, n := range names {
		want[n] = new(big.Int)
	}
	account := func(row quantities.Row, sign int64) {
		for n, a := range row.All() {
			want[n].Add(want[n], new(big.Int).Mul(big.NewInt(sign), big.NewInt(int64(a))))
		}
	}
	for range 20_000 {
		var gone, come quantities.Row
		if len(in) > 0 && r.IntN(3) == 0 {
			i := r.IntN(len(in))
			gone = in[i]
			in = append(in[:i], in[i+1:]...)
		}
		if r.IntN(3) > 0 {
			for _, n := range names[:r.IntN(len(names)+1)] {
				come.Set(n, quantities.Amount(r.Int64()>>r.IntN(64)))
			}
			in = append(in, come)
		}
		w.Change(gone, come)
		account(gone, -1)
		account(come, +1)
		for n := range want {
			saturated := int64(quantities.MaxSum)
			if want[n].IsInt64() {
				saturated = want[n].Int64()
			}
			require.Equal(t, quantities.Amount(saturated), w.At(n))
		}
	}
	for _, row := range in {
		again.Change(quantities.Row{}, row)
	}
	require.True(t, w.Equal(&again), "whatever came and went before")
}
