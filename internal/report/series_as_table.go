package report

import (
	"math"
	"slices"
)

// merged is the series of a chart as columns of one table: a row for each x that
// any of them has, NaN where a series has no value there.
type merged struct {
	xs      []float64
	columns [][]float64
}

func (c *Chart) merge() merged {
	var m merged
	for i := range c.Series {
		for k := range c.Series[i].Y {
			m.xs = append(m.xs, c.Series[i].x(k))
		}
	}
	slices.Sort(m.xs)
	m.xs = slices.Compact(m.xs)
	for i := range c.Series {
		s := &c.Series[i]
		column := make([]float64, len(m.xs))
		k := 0
		for row, x := range m.xs {
			column[row] = math.NaN()
			if k < len(s.Y) && s.x(k) == x {
				column[row] = s.Y[k]
				k++
			}
		}
		m.columns = append(m.columns, column)
	}
	return m
}
