package rows

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
)

// rowOf is a row with amounts of the first names, of which some are sparse with small counters.
func rowOf(amounts ...quantities.Amount) (r quantities.Row) {
	for n, amount := range amounts {
		r.Set(quantities.Name(n), amount)
	}
	return r
}

// drawRow draws a row of some dense and sparse names, and the same as a map.
func drawRow(d *rand.Rand) (row quantities.Row, plain map[quantities.Name]quantities.Amount) {
	plain = map[quantities.Name]quantities.Amount{}
	for range d.IntN(4) * d.IntN(4) * d.IntN(4) {
		n, a := quantities.Name(d.IntN([]int{quantities.DenseNames, 300, MaxNames}[d.IntN(3)])), quantities.Amount(d.IntN(4))
		row.Set(n, a)
		plain[n] = a
	}
	return row, plain
}

// requireRow holds a row to a map.
func requireRow(t *testing.T, want map[quantities.Name]quantities.Amount, got quantities.Row) {
	t.Helper()
	var row quantities.Row
	for n, a := range want {
		row.Set(n, a)
	}
	require.True(t, row.Equal(got))
}

func TestMatrixGrowsAndWidens(t *testing.T) {
	var m Matrix
	m.Grow(3)
	require.Equal(t, 3, m.rows)
	require.Empty(t, m.Dense(2))
	m.Add(1, quantities.NewRow(7, 8, 9))
	require.Equal(t, 4, m.Stride())
	require.Equal(t, quantities.NewRow(7, 8, 9, 0), m.Row(1))
	require.Equal(t, quantities.NewRow(0, 0, 0, 0), m.Row(2))

	m.Add(2, rowOf(0, 0, 0, 0, 5))
	// With small counters the fifth name is sparse, and has no place in rows.
	wide := make([]quantities.Amount, min(8, quantities.DenseNames))
	row := func(amounts ...quantities.Amount) quantities.Row {
		return quantities.NewRow(append(amounts, wide[len(amounts):]...)...)
	}
	require.Equal(t, len(wide), m.Stride())
	require.Equal(t, row(7, 8, 9).Dense(), m.Row(1).Dense())
	require.Equal(t, quantities.Amount(5), m.Row(2).At(4))

	m.Grow(2)
	require.Equal(t, 3, m.rows, "it never shrinks")

	m.Sub(1, quantities.NewRow(1))
	m.Assign(2, quantities.NewRow(3))
	require.Equal(t, row(6, 8, 9).Dense(), m.Row(1).Dense())
	require.Equal(t, row(3).Dense(), m.Row(2).Dense())
	require.Zero(t, m.Row(2).At(4))
	m.Reset(1)
	require.True(t, m.Row(1).IsZero())
	require.False(t, m.Row(2).IsZero())
}

func TestMatrixListsSparseNames(t *testing.T) {
	var m Matrix
	m.Grow(3)
	var o quantities.Row
	o.Set(MaxNames-1, 5)
	m.Add(1, o)
	require.Zero(t, m.Stride())
	require.Equal(t, []bool{false, true, false}, []bool{m.HasSparse(0), m.HasSparse(1), m.HasSparse(2)})
	require.True(t, m.Row(1).Equal(o))
	m.Assign(2, m.Row(1))
	m.Sub(0, m.Row(2))
	require.Equal(t, quantities.Amount(-5), m.Row(0).At(MaxNames-1))
	m.Sub(1, o)
	require.True(t, m.Row(1).IsZero())
	require.True(t, m.Row(2).Equal(o))
	m.Reset(2)
	require.False(t, m.HasSparse(2))
}

func TestMatrixWidensForWhatIsAssigned(t *testing.T) {
	var m Matrix
	m.Grow(2)
	m.Assign(1, quantities.NewRow(7, 8))
	require.Equal(t, quantities.NewRow(7, 8, 0, 0), m.Row(1))
	require.True(t, m.Row(0).IsZero())
}

func TestMatrixRowsAreCapped(t *testing.T) {
	var m Matrix
	m.Grow(2)
	m.Add(0, quantities.NewRow(0, 0, 0, 0))
	row := m.Row(0)
	row.AddAt(5, 9)
	require.True(t, m.Row(1).IsZero())
}

func TestMatrixAgainstMaps(t *testing.T) {
	d := rand.New(rand.NewPCG(3, 4))
	var m Matrix
	var rows []map[quantities.Name]quantities.Amount
	for range 1_000 {
		if len(rows) == 0 || d.IntN(30) == 0 {
			rows = append(rows, map[quantities.Name]quantities.Amount{})
			m.Grow(len(rows))
		}
		o, plain := drawRow(d)
		switch i := d.IntN(len(rows)); d.IntN(5) {
		case 0, 1:
			m.Add(i, o)
			for n, a := range plain {
				rows[i][n] += a
			}
		case 2:
			m.Sub(i, o)
			for n, a := range plain {
				rows[i][n] -= a
			}
		case 3:
			m.Assign(i, o)
			rows[i] = plain
		case 4:
			if from := d.IntN(len(rows)); from != i {
				m.Assign(i, m.Row(from))
				rows[i] = maps.Clone(rows[from])
			}
		}
		for i, row := range rows {
			requireRow(t, row, m.Row(i))
		}
	}
}

func TestMatrixGrowsOverStaleMemoryWithZeros(t *testing.T) {
	m := Matrix{cells: make([]quantities.Amount, 0, 64), stride: 4}
	for i := range m.cells[:64] {
		m.cells[:64][i] = 9
	}
	m.Grow(5)
	for i := range 5 {
		require.True(t, m.Row(i).IsZero())
	}
}
