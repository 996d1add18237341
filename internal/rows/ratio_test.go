package rows

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
)

func TestMaxRatio(t *testing.T) {
	totals := []float64{10, 0, 100, -1}
	require.Equal(t, 0.0, MaxRatio(nil, totals))
	require.Equal(t, 0.0, MaxRatio([]quantities.Amount{5000}, nil))
	require.Equal(t, 0.5, MaxRatio([]quantities.Amount{5000, 9, 20_000, 9}, totals))
	require.Equal(t, 0.6, MaxRatio([]quantities.Amount{5000, 9, 60_000, 9, 9}, totals))
	require.Equal(t, 0.0, MaxRatio([]quantities.Amount{0, 9_000, -1, 9_000}, totals))
	require.Equal(t, 0.0, MaxRatio([]quantities.Amount{5000}, []float64{math.NaN()}))
}

// The ratio is the maximum of the plain quotients, to the bit.
func TestMaxRatioAgainstPlainQuotients(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		row := make([]quantities.Amount, r.IntN(7))
		totals := make([]float64, r.IntN(7))
		for i := range row {
			row[i] = quantities.Amount(r.Int64N(int64(quantities.MaxAmount) >> r.IntN(40)))
		}
		for i := range totals {
			totals[i] = quantities.Amount(r.Int64N(int64(quantities.MaxAmount) >> r.IntN(40))).Float()
		}
		want := 0.0
		for i := range min(len(row), len(totals)) {
			if totals[i] > 0 {
				want = math.Max(want, row[i].Float()/totals[i])
			}
		}
		require.Equal(t, math.Float64bits(want), math.Float64bits(MaxRatio(row, totals)))
	}
}

// BenchmarkMaxRatio goes through 100,000 rows of four names. The time is that
// of a row.
func BenchmarkMaxRatio(b *testing.B) {
	const rows = 100_000
	var m Matrix
	m.Grow(rows)
	r := rand.New(rand.NewPCG(7, 8))
	for i := range rows {
		m.Add(i, quantities.NewRow(quantities.Amount(r.IntN(1e6)), quantities.Amount(r.IntN(1e9)), quantities.Amount(r.IntN(1e9)), quantities.Amount(r.IntN(8))*1000))
	}
	totals := []float64{8e5, 3.2e9, 9e10, 4e3}
	sum := 0.0
	b.ResetTimer()
	for i := range b.N {
		sum += MaxRatio(m.Dense(i%rows), totals)
	}
	if sum == 0 {
		b.Fatal("nothing was allocated")
	}
}

// BenchmarkScan looks for rows that are not zero among 50,000 of four names,
// one in a hundred of which are not. The time is that of a row.
func BenchmarkScan(b *testing.B) {
	const rows = 50_000
	var m Matrix
	m.Grow(rows)
	for i := 0; i < rows; i += 100 {
		m.Add(i, quantities.NewRow(0, 1, 0, 0))
	}
	found := 0
	b.ResetTimer()
	for i := range b.N {
		if !m.Row(i % rows).IsZero() {
			found++
		}
	}
	if found == 0 {
		b.Fatal("nothing was found")
	}
}
