package quantities

import "slices"

// strideQuantum is what strides are rounded up to: four amounts are half a
// cache line, and names come in twos and threes.
const strideQuantum = 4

// Matrix is a table of rows of one stride, in one flat slice without pointers.
// The zero value has no rows and no names. Cells are zero until written.
//
// Views returned by [Matrix.Row] are valid until the next Grow, Widen, or any
// Add or Sub of a row longer than the stride.
type Matrix struct {
	cells  []Amount // rows * stride, row after row
	rows   int
	stride int
}

// Rows returns the number of rows.
func (m *Matrix) Rows() int { return m.rows }

// Stride returns the length of every row, in names.
func (m *Matrix) Stride() int { return m.stride }

// Grow makes the matrix at least rows high. New rows are zero.
func (m *Matrix) Grow(rows int) {
	if rows <= m.rows {
		return
	}
	have := len(m.cells)
	want := rows * m.stride
	m.cells = slices.Grow(m.cells, want-have)[:want]
	clear(m.cells[have:])
	m.rows = rows
}

// Widen makes the stride at least names, and lays the rows out anew if it has
// to. It is cheap to call when there is nothing to do.
func (m *Matrix) Widen(names int) {
	if names <= m.stride {
		return
	}
	stride := (names + strideQuantum - 1) / strideQuantum * strideQuantum
	cells := make([]Amount, m.rows*stride)
	for i := range m.rows {
		copy(cells[i*stride:], m.Row(i))
	}
	m.cells, m.stride = cells, stride
}

// Row returns a view of row i: as long as the stride, and capped, so that a
// method that would extend it copies it instead of running into the next.
func (m *Matrix) Row(i int) Row {
	start := i * m.stride
	end := start + m.stride
	return Row(m.cells[start:end:end])
}

// Add adds o to row i and widens the matrix if o is longer than the stride.
func (m *Matrix) Add(i int, o Row) {
	if len(o) > m.stride {
		m.Widen(len(o))
	}
	row := m.Row(i)[:len(o)]
	for j, a := range o {
		row[j] += a
	}
}

// Sub subtracts o from row i and widens the matrix if o is longer than the
// stride.
func (m *Matrix) Sub(i int, o Row) {
	if len(o) > m.stride {
		m.Widen(len(o))
	}
	row := m.Row(i)[:len(o)]
	for j, a := range o {
		row[j] -= a
	}
}

// AddAt adds a to the amount of n in row i and widens the matrix if needed.
func (m *Matrix) AddAt(i int, n Name, a Amount) {
	m.Widen(int(n) + 1)
	m.cells[i*m.stride+int(n)] += a
}

// Assign makes row i equal to o and widens the matrix if needed.
func (m *Matrix) Assign(i int, o Row) {
	m.Widen(len(o))
	row := m.Row(i)
	clear(row[copy(row, o):])
}

// Reset makes row i zero.
func (m *Matrix) Reset(i int) { clear(m.Row(i)) }
