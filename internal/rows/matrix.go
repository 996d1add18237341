package rows

import (
	"slices"

	"github.com/apportion/apportion/quantities"
)

// strideQuantum is what strides are rounded up to: four amounts are half a
// cache line, and names come in twos and threes.
const strideQuantum = 4

// Matrix is a table of rows; cells are zero until written, and the zero value has no rows.
// One flat slice holds the dense names' amounts of all rows, a list the sparse ones of each row
// that has any.
//
// Callers only read a view that [Matrix.Row] returns, and only until the next change.
type Matrix struct {
	cells  []quantities.Amount // rows * stride, row after row
	rows   int
	stride int
	sparse []quantities.Row // by row, as far as any has had one: without the dense part
}

// Stride returns how many dense names there is room for.
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

// widen makes the stride at least names, and lays the rows out anew.
func (m *Matrix) widen(names int) {
	stride := (names + strideQuantum - 1) / strideQuantum * strideQuantum
	cells := make([]quantities.Amount, m.rows*stride)
	for i := range m.rows {
		copy(cells[i*stride:], m.Dense(i))
	}
	m.cells, m.stride = cells, stride
}

// Dense returns the amounts of the dense names in row i, as many as the stride. It
// is a view.
func (m *Matrix) Dense(i int) []quantities.Amount {
	start := i * m.stride
	end := start + m.stride
	return m.cells[start:end:end]
}

// Row returns a view of row i.
func (m *Matrix) Row(i int) quantities.Row {
	var r quantities.Row
	if i < len(m.sparse) {
		r = m.sparse[i]
	}
	return r.WithDense(m.Dense(i))
}

// HasSparse reports whether row i may have an amount of a sparse name.
func (m *Matrix) HasSparse(i int) bool { return i < len(m.sparse) && m.sparse[i].HasSparse() }

// Add adds o to row i.
func (m *Matrix) Add(i int, o quantities.Row) {
	dense := o.Dense()
	if o.HasSparse() || len(dense) > m.stride {
		m.prepare(i, o, +1)
	}
	row := m.cells[i*m.stride:][:len(dense)]
	for j, a := range dense {
		row[j] += a
	}
}

// Sub subtracts o from row i. It may be another row's view.
func (m *Matrix) Sub(i int, o quantities.Row) {
	dense := o.Dense()
	if o.HasSparse() || len(dense) > m.stride {
		m.prepare(i, o, -1)
	}
	row := m.cells[i*m.stride:][:len(dense)]
	for j, a := range dense {
		row[j] -= a
	}
}

// prepare makes room for the dense names of o, and adds the sparse ones to row i, or subtracts them.
func (m *Matrix) prepare(i int, o quantities.Row, sign int) {
	if len(o.Dense()) > m.stride {
		m.widen(len(o.Dense()))
	}
	if o.HasSparse() {
		m.makeSparse(i).Count(o.WithDense(nil), sign)
	}
}

// Assign makes row i equal to o, which may be another row's view.
func (m *Matrix) Assign(i int, o quantities.Row) {
	if len(o.Dense()) > m.stride {
		m.widen(len(o.Dense()))
	}
	row := m.Dense(i)
	clear(row[copy(row, o.Dense()):])
	if o.HasSparse() {
		m.makeSparse(i).CopyFrom(o.WithDense(nil))
	} else if m.HasSparse(i) {
		m.sparse[i] = quantities.Row{}
	}
}

// Reset makes row i zero.
func (m *Matrix) Reset(i int) {
	clear(m.Dense(i))
	if m.HasSparse(i) {
		m.sparse[i] = quantities.Row{}
	}
}

func (m *Matrix) makeSparse(i int) *quantities.Row {
	if i >= len(m.sparse) {
		m.sparse = append(m.sparse, make([]quantities.Row, i+1-len(m.sparse))...)
	}
	return &m.sparse[i]
}
