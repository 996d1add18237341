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

// mostMerged bounds the values of such a table, of which series that have no x in common make the
// square of what a file has.
const mostMerged = 1 << 26

// allX is each x that any series has, ascending.
func (c *Chart) allX() (xs []float64) {
	for i := range c.Series {
		for k := range c.Series[i].Y {
			xs = append(xs, c.Series[i].x(k))
		}
	}
	slices.Sort(xs)
	return slices.Compact(xs)
}

func (c *Chart) merge() merged {
	m := merged{xs: c.allX()}
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
