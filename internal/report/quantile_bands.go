package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// many is from how many lines of a group on they are drawn as bands: more can't be
// told apart.
const many = 40

// quantiles are bands around the median of many lines: a half of the values are
// between lower and upper, nine of ten between low and high.
type quantiles struct {
	lines                   int
	low, lower, upper, high Values
}

// asDrawn is the chart as it is drawn: with means in the place of what goes up and down, and a line
// with bands in the place of each group of many lines. c stays as it is, and may be the result.
func (c *Chart) asDrawn() *Chart {
	c = c.averaged()
	entries := c.legend()
	if !slices.ContainsFunc(entries, func(e entry) bool { return e.group && len(e.series) > many }) {
		return c
	}
	drawn := *c
	drawn.Series = nil
	all := c.merge()
	for _, e := range entries {
		if e.group && len(e.series) > many {
			drawn.Series = append(drawn.Series, all.band(e))
			continue
		}
		for _, i := range slices.Concat(e.series, e.references) {
			drawn.Series = append(drawn.Series, c.Series[i])
		}
	}
	return &drawn
}

// band is the median of a group's lines, with its bands.
func (m *merged) band(e entry) Series {
	q := &quantiles{lines: len(e.series)}
	s := Series{Name: e.name, bands: q}
	for row, x := range m.xs {
		var values []float64
		for _, i := range e.series {
			if v := m.columns[i][row]; finite(v) {
				values = append(values, v)
			}
		}
		slices.Sort(values)
		s.X, s.Y = append(s.X, x), append(s.Y, Quantile(values, 0.5))
		q.low, q.high = append(q.low, Quantile(values, 0.05)), append(q.high, Quantile(values, 0.95))
		q.lower, q.upper = append(q.lower, Quantile(values, 0.25)), append(q.upper, Quantile(values, 0.75))
	}
	return s
}

// Quantile is the value below which a part of the sorted values are, between two of
// them in proportion; of none NaN.
func Quantile(sorted []float64, part float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := part * float64(len(sorted)-1)
	i := int(math.Floor(at))
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// bandsOf draws a line's bands, the wide one below the narrow one.
func (d *drawing) bandsOf(i int, s *Series) {
	if s.bands == nil {
		return
	}
	d.area(i, s, s.bands.low, s.bands.high)
	d.area(i, s, s.bands.lower, s.bands.upper)
}

// area fills what is between two lines.
func (d *drawing) area(i int, s *Series, low, high Values) {
	var top, bottom []point
	for k := range s.Y {
		if x := s.x(k); d.chart.X.shows(x) && d.chart.Y.shows(low[k]) && d.chart.Y.shows(high[k]) {
			top = append(top, point{d.atX(x), d.atY(high[k])})
			bottom = append(bottom, point{d.atX(x), d.atY(low[k])})
			continue
		}
		d.polygon(i, top, bottom)
		top, bottom = nil, nil
	}
	d.polygon(i, top, bottom)
}

// polygon fills what is between two lines without gaps.
func (d *drawing) polygon(i int, top, bottom []point) {
	if len(top) < 2 {
		return
	}
	bottom = straighten(thin(bottom))
	slices.Reverse(bottom)
	var path strings.Builder
	outline(&path, append(straighten(thin(top)), bottom...))
	d.write(`<path class="area %s" d="%sZ"/>`, colour(i), path.String())
}

// text is a line's values at a place, bands included, for a tooltip.
func (q *quantiles) text(y *Axis, k int, median float64) string {
	return fmt.Sprintf("median of %d %s, half of them %s to %s, 90 %% %s to %s", q.lines, y.text(median),
		y.text(q.lower[k]), y.text(q.upper[k]), y.text(q.low[k]), y.text(q.high[k]))
}
