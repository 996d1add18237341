package report

import (
	"math"
	"slices"
)

// scaleX spans all that the series have a place for.
func (c *Chart) scaleX() scale {
	low, high, whole := math.Inf(1), math.Inf(-1), true
	for i := range c.Series {
		s := &c.Series[i]
		for k := range s.Y {
			x := s.x(k)
			if !c.X.shows(x) {
				continue
			}
			low, high = min(low, x), max(high, x)
			whole = whole && x == math.Trunc(x)
		}
	}
	if low > high {
		low, high = 1, 1
	}
	return horizontal(&c.X, low, high, whole)
}

// scaleY spans all values and levels, but for outliers if those are to be clipped.
func (c *Chart) scaleY() scale {
	low, high, whole, clipped := math.Inf(1), math.Inf(-1), true, false
	for i := range c.Series {
		var values []float64
		for _, y := range c.Series[i].Y {
			if c.Y.shows(y) {
				values = append(values, y)
				low, whole = min(low, y), whole && y == math.Trunc(y)
			}
		}
		if len(values) == 0 {
			continue
		}
		if q := c.Series[i].bands; q != nil {
			for k := range q.high {
				if c.Y.shows(q.high[k]) && c.Y.shows(q.low[k]) {
					values = append(values, q.high[k])
					low = min(low, q.low[k])
				}
			}
			whole = false
		}
		top := slices.Max(values)
		if c.Clip {
			top = withoutOutliers(values)
			clipped = clipped || top < slices.Max(values)
		}
		high = max(high, top)
	}
	for _, l := range c.Levels {
		if c.Y.shows(l.Y) && !clipped {
			low, high = min(low, l.Y), max(high, l.Y)
		}
	}
	if low > high {
		low, high = 1, 1
	}
	return vertical(&c.Y, low, high, whole)
}

// RangeY is where the y axis begins and ends.
func (c *Chart) RangeY() (from, to float64) {
	y := c.asDrawn().scaleY()
	return y.from, y.to
}

const (
	outlying = 2.5 // times what the other values reach: worth clipping
	rare     = 0.1 // at most this part of the values are outliers
)

// withoutOutliers is the highest value of a line, of which there is one at least,
// that is no outlier. Outliers are at most one value of ten, the highest far above
// all others; those a little above the others are none.
func withoutOutliers(values []float64) float64 {
	const fewest = 5
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	last := n - 1 - max(1, int(rare*float64(n)))
	if n < fewest || sorted[last] <= 0 || sorted[n-1] < outlying*sorted[last] {
		return sorted[n-1]
	}
	typical := sorted[last]
	for last+1 < n && sorted[last+1] <= 1.5*typical {
		last++
	}
	return sorted[last]
}
