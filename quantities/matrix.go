package quantities

import "slices"

// strideQuantum is what strides are rounded up to: four amounts are half a
// cache line, and names come in twos and threes.
const strideQuantum = 4

// Matrix is a table of rows; cells are zero until written, and the zero value has no rows.
// One flat slice holds the near names' amounts of all rows, a list the far ones of each row
// that has any.
//
// Callers only read a view that [Matrix.Row] returns, and only until the next change.
type Matrix struct {
	cells  []Amount // rows * stride, row after row
	rows   int
	stride int
	far    []*farRow // by row, as far as any has had one
}

// Rows returns the number of rows.
func (m *Matrix) Rows() int { return m.rows }

// Stride returns how many near names there is room for.
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
	cells := make([]Amount, m.rows*stride)
	for i := range m.rows {
		copy(cells[i*stride:], m.Near(i))
	}
	m.cells, m.stride = cells, stride
}

// Near returns the amounts of the near names in row i, as many as the stride. It
// is a view.
func (m *Matrix) Near(i int) []Amount {
	start := i * m.stride
	end := start + m.stride
	return m.cells[start:end:end]
}

// Row returns a view of row i.
func (m *Matrix) Row(i int) Row {
	r := Row{near: m.Near(i)}
	if i < len(m.far) {
		r.far = m.far[i]
	}
	return r
}

// HasFar reports whether row i may have an amount of a far name.
func (m *Matrix) HasFar(i int) bool { return i < len(m.far) && m.far[i] != nil }

// Add adds o to row i.
func (m *Matrix) Add(i int, o Row) {
	if o.far != nil || len(o.near) > m.stride { // what is left is inlined
		m.prepare(i, o, +1)
	}
	row := m.cells[i*m.stride:][:len(o.near)]
	for j, a := range o.near {
		row[j] += a
	}
}

// Sub subtracts o from row i.
func (m *Matrix) Sub(i int, o Row) {
	if o.far != nil || len(o.near) > m.stride {
		m.prepare(i, o, -1)
	}
	row := m.cells[i*m.stride:][:len(o.near)]
	for j, a := range o.near {
		row[j] -= a
	}
}

// prepare makes room for the near names of o, and adds the far ones to row i, or subtracts them.
func (m *Matrix) prepare(i int, o Row, sign Amount) {
	if len(o.near) > m.stride {
		m.widen(len(o.near))
	}
	if o.HasFar() {
		m.makeFar(i).add(o.far, sign)
	}
}

// Assign makes row i equal to o, which may be another row's view.
func (m *Matrix) Assign(i int, o Row) {
	if len(o.near) > m.stride {
		m.widen(len(o.near))
	}
	row := m.Near(i)
	clear(row[copy(row, o.near):])
	if o.HasFar() {
		m.makeFar(i).copyFrom(o.far)
	} else if m.HasFar(i) {
		m.far[i] = nil
	}
}

// Reset makes row i zero.
func (m *Matrix) Reset(i int) {
	clear(m.Near(i))
	if m.HasFar(i) {
		m.far[i] = nil
	}
}

func (m *Matrix) makeFar(i int) *farRow {
	if i >= len(m.far) {
		m.far = append(m.far, make([]*farRow, i+1-len(m.far))...)
	}
	if m.far[i] == nil {
		m.far[i] = new(farRow)
	}
	return m.far[i]
}
