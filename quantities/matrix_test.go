package quantities

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMatrixGrowsAndWidens(t *testing.T) {
	var m Matrix
	m.Grow(3)
	require.Equal(t, 3, m.Rows())
	require.Empty(t, m.Row(2))
	m.Add(1, Row{7, 8, 9})
	require.Equal(t, 4, m.Stride())
	require.Equal(t, Row{7, 8, 9, 0}, m.Row(1))
	require.Equal(t, Row{0, 0, 0, 0}, m.Row(2))

	m.AddAt(2, 4, 5)
	require.Equal(t, 8, m.Stride())
	require.Equal(t, Row{7, 8, 9, 0, 0, 0, 0, 0}, m.Row(1))
	require.Equal(t, Amount(5), m.Row(2).At(4))

	m.Grow(2)
	require.Equal(t, 3, m.Rows(), "it never shrinks")
	m.Widen(1)
	require.Equal(t, 8, m.Stride())

	m.Sub(1, Row{1})
	m.Assign(2, Row{3})
	require.Equal(t, Row{6, 8, 9, 0, 0, 0, 0, 0}, m.Row(1))
	require.Equal(t, Row{3, 0, 0, 0, 0, 0, 0, 0}, m.Row(2))
	m.Reset(1)
	require.True(t, m.Row(1).IsZero())
	require.False(t, m.Row(2).IsZero())
}

func TestMatrixRowsAreCapped(t *testing.T) {
	var m Matrix
	m.Grow(2)
	m.Widen(4)
	row := m.Row(0)
	row.AddAt(5, 9)
	require.True(t, m.Row(1).IsZero())
}

func TestMatrixAgainstRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var m Matrix
	var rows []Row
	for range 2_000 {
		o := make(Row, r.IntN(4)*r.IntN(4))
		for i := range o {
			o[i] = Amount(r.IntN(100))
		}
		if len(rows) == 0 || r.IntN(20) == 0 {
			rows = append(rows, nil)
			m.Grow(len(rows))
		}
		switch i := r.IntN(len(rows)); r.IntN(4) {
		case 0:
			m.Add(i, o)
			rows[i].Add(o)
		case 1:
			m.Sub(i, o)
			rows[i].Sub(o)
		case 2:
			m.Assign(i, o)
			rows[i] = o
		case 3:
			n := Name(r.IntN(12))
			m.AddAt(i, n, 3)
			rows[i].AddAt(n, 3)
		}
		for i, row := range rows {
			require.True(t, row.Equal(m.Row(i)))
		}
	}
}

func TestMatrixGrowsOverStaleMemoryWithZeros(t *testing.T) {
	m := Matrix{cells: make([]Amount, 0, 64), stride: 4}
	for i := range m.cells[:64] {
		m.cells[:64][i] = 9
	}
	m.Grow(5)
	for i := range 5 {
		require.True(t, m.Row(i).IsZero())
	}
}
